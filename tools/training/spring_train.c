/* Trains the value network of Spring Cleaning by self-play; `python -m tools.training` drives it.
 *
 *     spring_train train SEATS ROUNDS UNTIL SEED FOLDER [FROM]
 *                                                          train; writes FOLDER/best.net, log.txt
 *     spring_train walk SEATS AT_ONCE SEED ROUNDS          print random rounds, for the test
 *     spring_train duel SEATS ONE OTHER DEALS SEED         matches of a net against another one
 *
 * The network has one hidden layer of leaky units. From a seat's knowledge it computes the chances
 * to be among the first, the first two, ... of the round. A seat takes the turn with the highest
 * value. Targets for the evaluations of a round mix its result with later evaluations (lambda
 * returns). Weights are averaged over time. The averaged network plays matches against the best
 * network so far and replaces it when it wins more than its share.
 *
 * Only the results of turns are learned: positions after a turn, after a draw, and while a drawn
 * card is in the hand.
 *
 * Noise and learning rate fall over ROUNDS; UNTIL ends the training earlier. It continues from
 * FOLDER/progress.bin if there is one.
 */
#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "spring_features.h"

#ifndef HIDDEN
#define HIDDEN 64
#endif
enum { MAX_FEATURES = 640, MAX_OUTPUTS = 4, BUCKETS = 8, POOL = 8, BATCH = 256 };
#define LEAK 0.0625f
#define LAMBDA 0.9f
enum { RING = 60000, MAX_RECORDS = 6000, LEAST_SAMPLES = 4000 };
enum { REUSE = 2 }; /* times that a sample is learned from, on average */
/* Number of comparisons in a training, and of matches in each: with the best network, and with
 * the simple player. */
#ifndef GATES
#define GATES 20
#define GATE_MATCHES 500
#define PLAIN_MATCHES 150
#endif

typedef struct {
    float bias[HIDDEN];
    float output[MAX_OUTPUTS][BUCKETS][HIDDEN];
    float output_bias[MAX_OUTPUTS][BUCKETS];
    float first[MAX_FEATURES][HIDDEN]; /* last, to have unused rows at the end */
} Net;

static int seats;
static int features;   /* number of features */
static int parameters; /* number of weights in use */
static float worth[MAX_SEATS];  /* value of a round by rank */
static Random dice;

/* Value of a round by rank at the start of a match (players/evaluation.py, round_worth). */
static const float WORTH[MAX_SEATS + 1][MAX_SEATS] = {
    {0}, {0}, {1, 0}, {1, .38f, 0}, {1, .49f, .20f, 0}, {1, .55f, .30f, .12f, 0}};

static int bucket_of(int left) {
    static const int by_cards[] = {0, 0, 0, 1, 2, 3, 3, 4, 4, 5, 5, 6, 6};
    return left > 12 ? 7 : by_cards[left];
}

static void add_rows(const Net *net, const Features *found, float *sums) {
    for (int at = 0; at < found->count; at++) {
        const float *row = net->first[found->index[at]];
        float value = found->value[at];
        for (int unit = 0; unit < HIDDEN; unit++) sums[unit] += value * row[unit];
    }
}

static float logistic(float x) {
    return 1.0f / (1.0f + expf(-x));
}

/* Leaky ReLU with a slope of 1/16 below 0. */
static float activity(float sum) {
    return sum > 0 ? sum : sum * LEAK;
}

static void outputs_of(const Net *net, const float *sums, int bucket, float *chances) {
    float active[HIDDEN];
    for (int unit = 0; unit < HIDDEN; unit++) active[unit] = activity(sums[unit]);
    for (int out = 0; out < seats - 1; out++) {
        float total = net->output_bias[out][bucket];
        for (int unit = 0; unit < HIDDEN; unit++)
            total += net->output[out][bucket][unit] * active[unit];
        chances[out] = logistic(total);
    }
}

/* Expected value, from the chances to be among the first, the first two, ... */
static float value_of(const float *chances) {
    float value = 0;
    for (int out = 0; out < seats - 1; out++) value += (worth[out] - worth[out + 1]) * chances[out];
    return value;
}

typedef struct {
    Features features;
    int bucket;
    float chances[MAX_OUTPUTS];
    float target[MAX_OUTPUTS];
} Sample;

/* A seat's view of a position, with the cached sums of features that its own turns don't change. */
typedef struct {
    const Net *net;
    int me;
    Features around;
    int next;
    float sums[HIDDEN];
} View;

static void look(View *view, const Net *net, const Game *game, int me) {
    view->net = net;
    view->me = me;
    view->around.count = 0;
    view->next = list_surroundings(game, me, &view->around);
    memcpy(view->sums, net->bias, sizeof view->sums);
    add_rows(net, &view->around, view->sums);
}

static int bucket_in(const Game *game, int me, int pending) {
    return bucket_of(cards_left(game, me) + (pending >= 1 && pending <= UNKNOWN_INSERT_PENDING));
}

/* Evaluate a position in which only the seat's own features differ from the view. */
static float evaluate(const View *view, const Game *game, int pending) {
    float sums[HIDDEN];
    float chances[MAX_OUTPUTS];
    Features own;
    own.count = 0;
    list_own(game, view->me, pending, view->next, &own);
    memcpy(sums, view->sums, sizeof sums);
    add_rows(view->net, &own, sums);
    outputs_of(view->net, sums, bucket_in(game, view->me, pending), chances);
    return value_of(chances);
}

static float evaluate_anew(const Net *net, const Game *game, int me, int pending) {
    View view;
    look(&view, net, game, me);
    return evaluate(&view, game, pending);
}

static float value_after(const View *view, const Game *after, int uses_rival) {
    if (after->is_over) return worth[after->rank[view->me]] + (after->rank[view->me] ? 0 : 1);
    return uses_rival ? evaluate_anew(view->net, after, view->me, NOTHING_PENDING)
                      : evaluate(view, after, NOTHING_PENDING);
}

/* Samples of one round by seat, in order of time. */
static Sample *records[MAX_SEATS];
static int record_count[MAX_SEATS];

static void record(const Net *net, const Game *game, int me, int pending) {
    if (record_count[me] >= MAX_RECORDS / MAX_SEATS) return;
    Sample *sample = &records[me][record_count[me]++];
    float sums[HIDDEN];
    sample->features.count = 0;
    int next = list_surroundings(game, me, &sample->features);
    list_own(game, me, pending, next, &sample->features);
    sample->bucket = bucket_in(game, me, pending);
    memcpy(sums, net->bias, sizeof sums);
    add_rows(net, &sample->features, sums);
    outputs_of(net, sums, sample->bucket, sample->chances);
}

typedef struct {
    const Net *net; /* NULL: the simple player */
    float noise;    /* temperature of the choice, in units of value */
    float whim;     /* probability of a random turn */
    int records;
} Player;

static float gumbel(float temperature) {
    if (temperature <= 0) return 0;
    return -temperature * logf(-logf(random_share(&dice) * 0.999999f + 5e-7f));
}

/* Value for the simple player, a baseline: blocks in hand, offered cards and drawing have costs. */
static float simple_value(const Game *game, int me) {
    const u8 *hand = game->hand[me];
    int size = game->hand_size[me];
    float cost = 0.45f * game->offer_size[me];
    if (game->is_over) return game->rank[me] ? -50 : 50;
    for (int start = 0; start < size;) {
        int end = start + 1;
        int rise = end < size ? hand[end] - hand[start] : -1;
        if (rise == 0 || rise == 1)
            while (end < size && hand[end] - hand[end - 1] == rise) end++;
        float weak = 0.04f * (hand[end - 1] - 1);
        cost += end - start == 1 ? 1.04f - weak : end - start == 2 ? 0.71f - weak : 0.2f;
        start = end;
    }
    return -cost;
}

enum { PLAYS = 0, TAKES = 1, DRAWS = 2, OFFERS = 3 };

typedef struct {
    int kind;
    Play play;
    int owner, number, place;
} Turn;

static float value_turn(const Player *player, const View *view, const Game *game, const Turn *turn) {
    static Game after;
    after = *game;
    int me = game->mover;
    int uses_rival = 0;
    if (turn->kind == PLAYS) {
        for (int number = 1; number <= HIGHEST; number++)
            uses_rival |= turn->play.from_offers[number] > game->offer[me][number];
        play(&after, &turn->play);
    } else if (turn->kind == TAKES) {
        if (!take_offered(&after, turn->owner, turn->number)) {
            if (!player->net) return simple_value(game, me) - 0.5f;
            return evaluate_anew(player->net, &after, me, turn->number);
        }
        uses_rival = 1;
    } else if (turn->kind == DRAWS) {
        return player->net ? evaluate(view, game, UNKNOWN_INSERT_PENDING) : simple_value(game, me) - 0.35f;
    } else {
        offer_place(&after, me, turn->place);
        end_turn(&after);
    }
    return player->net ? value_after(view, &after, uses_rival) : simple_value(&after, me);
}

/* Put a drawn card into the hand and offer one. */
static void place_card(Game *game, const Player *player, int card, int is_known) {
    int me = game->mover;
    int size = game->hand_size[me];
    const u8 *hand = game->hand[me];
    float best = -1e9f;
    int found = 0;
    View view;
    if (player->net) look(&view, player->net, game, me);
    for (int place = 0; place <= size; place++) {
        int left = place ? hand[place - 1] : 0;
        int right = place < size ? hand[place] : 0;
        int joins = right == card || right == card + 1 || (left && left + 1 == card);
        if (place < size && (!joins || left == card)) continue;
        Game after = *game;
        insert_card(&after, place, card, is_known);
        float value = player->net ? evaluate(&view, &after, OFFER_PENDING) : simple_value(&after, me);
        value += gumbel(player->noise);
        if (value > best) best = value, found = place;
    }
    insert_card(game, found, card, is_known);
    if (player->records) record(player->net, game, me, OFFER_PENDING);
    best = -1e9f;
    size = game->hand_size[me];
    for (int place = 0; place < size; place++) {
        if (place && hand[place] == hand[place - 1]) continue;
        Turn turn = {.kind = OFFERS, .place = place};
        float value = value_turn(player, &view, game, &turn) + gumbel(player->noise);
        if (value > best) best = value, found = place;
    }
    if (player->whim > 0 && random_share(&dice) < player->whim) found = random_below(&dice, size);
    offer_place(game, me, found);
    end_turn(game);
}

static Play plays[MAX_PLAYS];
static Turn turns[MAX_PLAYS + 64];

/* List the turns to evaluate; plays of rivals' cards alone are left out. */
static int list_turns(const Game *game) {
    int count = 0;
    int me = game->mover;
    int many = list_plays(game, plays);
    for (int at = 0; at < many; at++) {
        int rivals = 0;
        for (int number = 1; number <= HIGHEST; number++)
            rivals |= plays[at].from_offers[number] > game->offer[me][number];
        if (!plays[at].count && rivals) continue;
        turns[count].kind = PLAYS;
        turns[count++].play = plays[at];
    }
    if (game->holder < 0) return count;
    for (int number = 1; number <= HIGHEST; number++) {
        int owner = richest_owner(game, number);
        if (owner < 0) continue;
        turns[count].kind = TAKES;
        turns[count].owner = owner;
        turns[count++].number = number;
    }
    if (can_draw_deck(game)) turns[count++].kind = DRAWS;
    if (count) return count;
    for (int place = 0; place < game->hand_size[me]; place++) {
        turns[count].kind = OFFERS;
        turns[count++].place = place;
    }
    return count;
}

static void take_turn(Game *game, const Player *player) {
    int me = game->mover;
    float best = -1e9f;
    int found = 0;
    View view;
    int count = list_turns(game);
    if (player->whim > 0 && random_share(&dice) < player->whim) {
        found = random_below(&dice, count);
    } else if (count > 1) {
        if (player->net) look(&view, player->net, game, me);
        for (int at = 0; at < count; at++) {
            float value = value_turn(player, &view, game, &turns[at]) + gumbel(player->noise);
            if (value > best) best = value, found = at;
        }
    }
    Turn chosen = turns[found];
    if (chosen.kind == PLAYS) {
        play(game, &chosen.play);
    } else if (chosen.kind == OFFERS) {
        offer_place(game, me, chosen.place);
        end_turn(game);
    } else if (chosen.kind == TAKES) {
        if (!take_offered(game, chosen.owner, chosen.number)) {
            if (player->records) record(player->net, game, me, chosen.number);
            place_card(game, player, chosen.number, KNOWN_CARD);
        }
    } else {
        if (player->records) record(player->net, game, me, UNKNOWN_INSERT_PENDING);
        place_card(game, player, draw_deck(game, &dice), HIDDEN_CARD);
    }
    if (player->records && !game->is_over) record(player->net, game, me, NOTHING_PENDING);
}

/* Let every seat pick its first offer without knowing the others'. */
static void pick_offers(Game *game, const Player *const *players) {
    int picked[MAX_SEATS];
    for (int seat = 0; seat < seats; seat++) {
        const Player *player = players[seat];
        float best = -1e9f;
        View view;
        picked[seat] = 0;
        if (player->net) look(&view, player->net, game, seat);
        for (int place = 0; place < game->hand_size[seat]; place++) {
            Game after = *game;
            if (place && game->hand[seat][place] == game->hand[seat][place - 1]) continue;
            offer_place(&after, seat, place);
            float value = player->net ? evaluate(&view, &after, NOTHING_PENDING)
                                      : simple_value(&after, seat);
            value += gumbel(player->noise);
            if (value > best) best = value, picked[seat] = place;
        }
        if (player->whim > 0 && random_share(&dice) < player->whim)
            picked[seat] = random_below(&dice, game->hand_size[seat]);
        if (player->records) {
            Game after = *game;
            offer_place(&after, seat, picked[seat]);
            record(player->net, &after, seat, NOTHING_PENDING);
        }
    }
    for (int seat = 0; seat < seats; seat++) offer_place(game, seat, picked[seat]);
}

static void play_round(Game *game, const Player *const *players, int leader, int at_once) {
    deal(game, seats, at_once, leader, &dice);
    pick_offers(game, players);
    while (!game->is_over) take_turn(game, players[game->mover]);
}

/* Play a whole match and add the winners' shares. */
static void play_match(const Player *const *players, int at_once, float *shares) {
    static const int limits[] = {0, 0, 3, 5, 7, 9};
    int trash[MAX_SEATS] = {0};
    int leader = random_below(&dice, seats);
    for (;;) {
        Game game;
        int most = 0;
        play_round(&game, players, leader, at_once);
        for (int seat = 0; seat < seats; seat++) {
            trash[seat] += game.rank[seat];
            if (trash[seat] > most) most = trash[seat];
        }
        if (most >= limits[seats]) {
            int best = 1000;
            int many = 0;
            for (int seat = 0; seat < seats; seat++) {
                int key = trash[seat] * 10 + game.rank[seat];
                if (key < best) best = key, many = 0;
                many += key == best;
            }
            for (int seat = 0; seat < seats; seat++)
                if (trash[seat] * 10 + game.rank[seat] == best) shares[seat] += 1.0f / many;
            return;
        }
        for (int step = 1; step <= seats; step++) {
            int seat = (leader + step) % seats;
            if (trash[seat] == most) {
                leader = seat;
                break;
            }
        }
    }
}

typedef struct {
    double share, error;
} Result;

/* Compare a player with others: it plays each deal at every seat; at_once alternates by deal. */
static Result duel(const Player *one, const Player *other, int deals, u64 seed) {
    Random kept = dice;
    double sum = 0, squares = 0;
    for (int nth = 0; nth < deals; nth++) {
        double mean = 0;
        for (int mine = 0; mine < seats; mine++) {
            const Player *players[MAX_SEATS];
            float shares[MAX_SEATS] = {0};
            for (int seat = 0; seat < seats; seat++) players[seat] = seat == mine ? one : other;
            dice.state = mix(seed * 1000003 + nth);
            play_match(players, nth & 1, shares);
            mean += shares[mine] / seats;
        }
        sum += mean;
        squares += mean * mean;
    }
    dice = kept;
    double share = sum / deals;
    return (Result){share, sqrt(fmax(squares / deals - share * share, 0) / deals)};
}

/* ---- learning ---- */

static Net net, average, best_net, gradient, moment, spread, pool[POOL];
static int pooled = 0;
static long steps = 0;

/* Learning rate of a feature: lower for large values, so that all features change a sum equally. */
static float scale_of(int at) {
    int own = UNSEEN_WIDTH + (seats - 1) * RIVAL_WIDTH;
    int reach = own + 10 + seats + HAND_WIDTH + SIZES_WIDTH + OWN_OFFER_WIDTH;
    if (at < 9) return 1 / 4.0f;
    if (at == 11) return seats == 2 ? 1 / 32.0f : 1 / 16.0f;
    if (at >= UNSEEN_WIDTH && at < own) {
        int within = (at - UNSEEN_WIDTH) % RIVAL_WIDTH;
        return within == 9 || within == 26 ? 1 / 9.0f : within == 45 ? 1 / 3.0f : 1;
    }
    if (at >= reach && at < reach + REACH_WIDTH) {
        int within = (at - reach) % 18;
        return (within >= 5 && within < 10) || within >= 14 ? 1 / 6.0f : 1;
    }
    return 1;
}

static void start_net(u64 seed) {
    Random random = {mix(seed)};
    memset(&net, 0, sizeof net);
    for (int at = 0; at < MAX_FEATURES; at++)
        for (int unit = 0; unit < HIDDEN; unit++)
            net.first[at][unit] = (random_share(&random) - 0.5f) * 0.2f * scale_of(at);
    for (int out = 0; out < MAX_OUTPUTS; out++)
        for (int unit = 0; unit < HIDDEN; unit++) {
            float weight = (random_share(&random) - 0.5f) * 0.2f;
            for (int bucket = 0; bucket < BUCKETS; bucket++) net.output[out][bucket][unit] = weight;
        }
}

static float learn(const Sample *sample) {
    float sums[HIDDEN], active[HIDDEN], back[HIDDEN] = {0};
    float loss = 0;
    memcpy(sums, net.bias, sizeof sums);
    add_rows(&net, &sample->features, sums);
    for (int unit = 0; unit < HIDDEN; unit++) active[unit] = activity(sums[unit]);
    for (int out = 0; out < seats - 1; out++) {
        const float *weights = net.output[out][sample->bucket];
        float *slopes = gradient.output[out][sample->bucket];
        float total = net.output_bias[out][sample->bucket];
        for (int unit = 0; unit < HIDDEN; unit++) total += weights[unit] * active[unit];
        float chance = logistic(total);
        float miss = chance - sample->target[out];
        loss += miss * miss;
        gradient.output_bias[out][sample->bucket] += miss;
        for (int unit = 0; unit < HIDDEN; unit++) {
            slopes[unit] += miss * active[unit];
            back[unit] += miss * weights[unit];
        }
    }
    for (int unit = 0; unit < HIDDEN; unit++) {
        if (sums[unit] <= 0) back[unit] *= LEAK;
        gradient.bias[unit] += back[unit];
    }
    for (int at = 0; at < sample->features.count; at++) {
        float *row = gradient.first[sample->features.index[at]];
        float value = sample->features.value[at];
        for (int unit = 0; unit < HIDDEN; unit++) row[unit] += value * back[unit];
    }
    return loss;
}

/* One step of Adam, and of the running average of the weights. */
static void update(float rate, int batch) {
    float *w = (float *)&net, *g = (float *)&gradient, *m = (float *)&moment, *v = (float *)&spread;
    float *a = (float *)&average;
    steps++;
    float first = 1 / (1 - powf(0.9f, steps)), second = 1 / (1 - powf(0.999f, steps));
    float keep = steps < 2000 ? 1.0f / (1 + steps * 0.5f) : 0.001f;
    float scale = 1.0f / batch;
    int rows = (int)(offsetof(Net, first) / sizeof(float));
    for (int start = 0, end = rows, row = -1; start < parameters; start = end, end += HIDDEN) {
        float step = row < 0 ? rate : rate * scale_of(row);
        row++;
        for (int at = start; at < end; at++) {
            float slope = g[at] * scale;
            m[at] += 0.1f * (slope - m[at]);
            v[at] += 0.001f * (slope * slope - v[at]);
            w[at] -= step * (m[at] * first) / (sqrtf(v[at] * second) + 1e-8f);
            a[at] += keep * (w[at] - a[at]);
            g[at] = 0;
        }
    }
}

static void save(const Net *saved, const char *path) {
    char part[600];
    int header[4] = {seats, features, HIDDEN, BUCKETS};
    snprintf(part, sizeof part, "%s.part", path);
    FILE *file = fopen(part, "wb");
    if (!file) {
        perror(part);
        exit(1);
    }
    fwrite(header, sizeof header, 1, file);
    fwrite(saved, sizeof(float), parameters, file);
    fclose(file);
    rename(part, path);
}

static int load(Net *loaded, const char *path, int *its_seats) {
    int header[4];
    FILE *file = fopen(path, "rb");
    if (!file) {
        perror(path);
        exit(1);
    }
    memset(loaded, 0, sizeof *loaded);
    if (fread(header, sizeof header, 1, file) != 1 || header[2] != HIDDEN || header[3] != BUCKETS) {
        fprintf(stderr, "%s: no network of %d units\n", path, HIDDEN);
        exit(1);
    }
    *its_seats = header[0];
    int count = (int)(offsetof(Net, first) / sizeof(float)) + header[1] * HIDDEN;
    int got = (int)fread(loaded, sizeof(float), count, file);
    fclose(file);
    return got == count;
}

/* Copy weights of a net for another number of seats; additional rivals get the last rival's. */
static void adopt(const Net *from, int their_seats) {
    int mine = 0, theirs = 0;
    memcpy(net.bias, from->bias, sizeof net.bias);
    for (int out = 0; out < seats - 1; out++) {
        int source = out < their_seats - 1 ? out : their_seats - 2;
        memcpy(net.output[out], from->output[source], sizeof net.output[out]);
        memcpy(net.output_bias[out], from->output_bias[source], sizeof net.output_bias[out]);
    }
#define COPY(to, of, rows) memcpy(net.first[to], from->first[of], sizeof net.first[0] * (rows))
    COPY(0, 0, UNSEEN_WIDTH);
    mine = theirs = UNSEEN_WIDTH;
    for (int rival = 0; rival < seats - 1; rival++, mine += RIVAL_WIDTH) {
        COPY(mine, theirs, RIVAL_WIDTH);
        if (rival + 1 < their_seats - 1) theirs += RIVAL_WIDTH;
    }
    theirs = UNSEEN_WIDTH + (their_seats - 1) * RIVAL_WIDTH;
    int fewer = seats < their_seats ? seats : their_seats;
    int own = HAND_WIDTH + SIZES_WIDTH + OWN_OFFER_WIDTH + REACH_WIDTH;
    COPY(mine, theirs, 10 + fewer);
    mine += 10 + seats, theirs += 10 + their_seats;
    COPY(mine, theirs, own);
    mine += own, theirs += own;
    COPY(mine, theirs, 1 + fewer);
    mine += 1 + seats, theirs += 1 + their_seats;
    COPY(mine, theirs, 90);
    mine += 90, theirs += 90;
    COPY(mine, theirs, fewer);
    mine += seats, theirs += their_seats;
    COPY(mine, theirs, OWED_WIDTH);
#undef COPY
}

static Sample *ring;
static long ringed = 0;

static void set_targets(const Game *game, float lambda) {
    for (int seat = 0; seat < seats; seat++) {
        float later[MAX_OUTPUTS];
        for (int out = 0; out < seats - 1; out++) later[out] = game->rank[seat] <= out;
        for (int at = record_count[seat] - 1; at >= 0; at--) {
            Sample *sample = &records[seat][at];
            for (int out = 0; out < seats - 1; out++) {
                sample->target[out] = later[out];
                later[out] = lambda * later[out] + (1 - lambda) * sample->chances[out];
            }
            ring[ringed++ % RING] = *sample;
        }
        record_count[seat] = 0;
    }
}

/* State of a training, saved to continue after an interruption as if there had been none. */
typedef struct {
    int seats, hidden;
    u64 seed;
    long rounds;           /* of the whole training; may change when it continues */
    long played;           /* so far */
    long samples, used;    /* recorded, and learned from */
    long ringed, steps;
    int pooled;
    Random dice;
    double seconds; /* of processor time */
} Progress;

static void store(FILE *file, void *data, size_t size, size_t count, int writes) {
    size_t done = writes ? fwrite(data, size, count, file) : fread(data, size, count, file);
    if (done != count) {
        fprintf(stderr, "progress.bin can't be %s\n", writes ? "written" : "read");
        exit(1);
    }
}

static void store_state(FILE *file, Progress *progress, int writes) {
    Net *nets[] = {&net, &average, &best_net, &moment, &spread};
    if (writes) {
        progress->ringed = ringed;
        progress->steps = steps;
        progress->pooled = pooled;
        progress->dice = dice;
    }
    store(file, progress, sizeof *progress, 1, writes);
    for (int at = 0; at < 5; at++) store(file, nets[at], sizeof(Net), 1, writes);
    store(file, pool, sizeof pool, 1, writes);
    ringed = progress->ringed;
    store(file, ring, sizeof(Sample), ringed < RING ? ringed : RING, writes);
    steps = progress->steps;
    pooled = progress->pooled;
    dice = progress->dice;
}

static void save_state(const char *folder, Progress *progress) {
    char part[600], path[600];
    snprintf(part, sizeof part, "%s/progress.part", folder);
    snprintf(path, sizeof path, "%s/progress.bin", folder);
    FILE *file = fopen(part, "wb");
    if (!file) {
        perror(part);
        exit(1);
    }
    store_state(file, progress, 1);
    fclose(file);
    rename(part, path);
}

/* Load the state of an interrupted training; return whether there is one. */
static int load_state(const char *folder, Progress *progress) {
    Progress wanted = *progress;
    char path[600];
    snprintf(path, sizeof path, "%s/progress.bin", folder);
    FILE *file = fopen(path, "rb");
    if (!file) return 0;
    store_state(file, progress, 0);
    fclose(file);
    progress->rounds = wanted.rounds;
    if (progress->seats != wanted.seats || progress->hidden != HIDDEN ||
        progress->seed != wanted.seed) {
        fprintf(stderr, "%s is of another training\n", path);
        exit(1);
    }
    return 1;
}

static void start_training(Progress *progress, const char *from) {
    dice.state = mix(progress->seed);
    start_net(progress->seed + 1);
    if (from) {
        static Net other;
        int their_seats;
        load(&other, from, &their_seats);
        if (their_seats == seats) net = other;
        else adopt(&other, their_seats);
    }
    average = best_net = net;
}

/* Compare the average with the best network, which it replaces if it wins more than its share. */
static void gate(Progress *progress, const char *folder, FILE *log, double loss, float rate) {
    char path[600];
    Player candidate = {&average, 0, 0, 0}, holder = {&best_net, 0, 0, 0};
    Player yardstick = {NULL, 0, 0, 0};
    Result plain = duel(&candidate, &yardstick, PLAIN_MATCHES / seats, progress->seed + 7);
    Result found = duel(&candidate, &holder, GATE_MATCHES / seats, progress->seed + progress->played);
    int better = found.share > 1.0 / seats;
    if (better) {
        pool[pooled < POOL ? pooled++ : 1 + random_below(&dice, POOL - 1)] = best_net;
        best_net = average;
        snprintf(path, sizeof path, "%s/best.net", folder);
        save(&best_net, path);
    }
    fprintf(log, "%ld %ld %.4f %.5f | %.3f %.3f | %.3f %.3f | %s %.0f\n", progress->played,
            progress->samples, loss, rate, plain.share, plain.error, found.share, found.error,
            better ? "new" : "kept", progress->seconds);
    fflush(log);
}

/* Let the current network play, and sometimes a past one or the simple player beside it. */
static void play_and_record(const Player *now, int at_once) {
    Player past = {&best_net, 0.02f, 0.01f, 0};
    Player simple = {NULL, 0.15f, 0.01f, 0};
    const Player *players[MAX_SEATS];
    Game game;
    int mixed = random_below(&dice, 4) == 0;
    int which = random_below(&dice, pooled + 2);
    if (which < pooled) past.net = &pool[which];
    for (int seat = 0; seat < seats; seat++) {
        int other = mixed && random_below(&dice, 2);
        players[seat] = !other ? now : which == pooled + 1 ? &simple : &past;
    }
    play_round(&game, players, random_below(&dice, seats), at_once);
    set_targets(&game, LAMBDA);
}

static void train(long rounds, long until, u64 seed, const char *folder, const char *from) {
    char path[600];
    long gap = rounds / GATES ? rounds / GATES : 1;
    double loss = 0;
    long losses = 0;
    Progress progress = {.seats = seats, .hidden = HIDDEN, .seed = seed, .rounds = rounds};
    ring = malloc(sizeof(Sample) * RING);
    for (int seat = 0; seat < seats; seat++)
        records[seat] = malloc(sizeof(Sample) * (MAX_RECORDS / MAX_SEATS));
    snprintf(path, sizeof path, "%s/log.txt", folder);
    int resumed = load_state(folder, &progress);
    FILE *log = fopen(path, resumed ? "a" : "w");
    if (resumed) {
        fprintf(log, "# continues from %ld rounds, now of %ld\n", progress.played, rounds);
    } else {
        start_training(&progress, from);
        fprintf(log, "# seats %d rounds %ld seed %llu hidden %d from %s\n", seats, rounds,
                (unsigned long long)seed, HIDDEN, from ? from : "nothing");
        fprintf(log, "# rounds samples loss rate | against simple | against best | best\n");
    }
    clock_t start = clock();
    double before = progress.seconds;
    while (progress.played < until) {
        float done = (float)progress.played / rounds;
        float first = from ? 0.0007f : 0.001f;
        float rate = done < 0.4f ? first : first * (1 - 0.95f * (done - 0.4f) / 0.6f);
        float noise = 0.03f * (1 - 0.6f * done);
        Player now = {&net, noise, noise, 1};
        long old = ringed;
        play_and_record(&now, (int)(progress.played & 1));
        progress.samples += ringed - old;
        progress.played++;
        if (ringed <= LEAST_SAMPLES) progress.used = progress.samples * REUSE;
        while (progress.used + BATCH <= progress.samples * REUSE) {
            long held = ringed < RING ? ringed : RING;
            for (int at = 0; at < BATCH; at++)
                loss += learn(&ring[random_below(&dice, (int)held)]);
            losses += BATCH;
            update(rate, BATCH);
            progress.used += BATCH;
        }
        if (progress.played % gap == 0) {
            progress.seconds = before + (double)(clock() - start) / CLOCKS_PER_SEC;
            gate(&progress, folder, log, losses ? loss / losses / (seats - 1) : 0, rate);
            loss = 0;
            losses = 0;
            snprintf(path, sizeof path, "%s/last.net", folder);
            save(&average, path);
            save_state(folder, &progress);
        }
    }
    fclose(log);
}

/* ---- checks ---- */

static void print_plays(const Game *game) {
    int count = list_plays(game, plays);
    printf(" plays %d", count);
    for (int at = 0; at < count; at++)
        printf(" %d.%d.%d.%d.%d", plays[at].kind, plays[at].length, plays[at].top, plays[at].start,
               plays[at].count);
}

static void print_features(const Game *game, int me, int pending) {
    Features found;
    found.count = 0;
    int next = list_surroundings(game, me, &found);
    list_own(game, me, pending, next, &found);
    printf("features %d %d :", me, pending);
    for (int at = 0; at < found.count; at++) printf(" %d=%d", found.index[at], found.value[at]);
    printf("\n");
}

/* Print random rounds: deal, every turn with its legal plays, a seat's features, and ranks. */
static void walk(int at_once, u64 seed, int rounds) {
    for (int nth = 0; nth < rounds; nth++) {
        Game game;
        dice.state = mix(seed + nth);
        deal(&game, seats, at_once, random_below(&dice, seats), &dice);
        printf("deal %d", game.mover);
        for (int seat = 0; seat < seats; seat++)
            for (int place = 0; place < game.hand_size[seat]; place++)
                printf(" %d", game.hand[seat][place]);
        for (int at = game.deck_size - 1; at >= 0; at--) printf(" %d", game.deck[at]);
        printf("\nseal");
        int picked[MAX_SEATS];
        for (int seat = 0; seat < seats; seat++) {
            picked[seat] = random_below(&dice, game.hand_size[seat]);
            printf(" %d", picked[seat]);
        }
        printf("\n");
        for (int seat = 0; seat < seats; seat++) offer_place(&game, seat, picked[seat]);
        while (!game.is_over) {
            int me = game.mover;
            picked_seat = -1;
            print_features(&game, me, NOTHING_PENDING);
            int count = list_turns(&game);
            Turn chosen = turns[random_below(&dice, count)];
            printf("turn %d hand", me);
            for (int place = 0; place < game.hand_size[me]; place++)
                printf(" %d", game.hand[me][place]);
            print_plays(&game);
            if (chosen.kind == PLAYS) {
                printf(" : play %d.%d.%d.%d.%d owners", chosen.play.kind, chosen.play.length,
                       chosen.play.top, chosen.play.start, chosen.play.count);
                Game probe = game;
                for (int number = 1; number <= HIGHEST; number++)
                    for (int many = chosen.play.from_offers[number]; many; many--) {
                        int owner = probe.offer[me][number] ? me : richest_owner(&probe, number);
                        probe.offer[owner][number]--;
                        probe.offer_size[owner]--;
                        printf(" %d.%d", number, owner);
                    }
                play(&game, &chosen.play);
            } else if (chosen.kind == OFFERS) {
                printf(" : offer %d", chosen.place);
                offer_place(&game, me, chosen.place);
                end_turn(&game);
            } else {
                int over = 0;
                int card = chosen.number;
                if (chosen.kind == TAKES) {
                    printf(" : take %d %d", chosen.owner, chosen.number);
                    over = take_offered(&game, chosen.owner, chosen.number);
                } else {
                    card = draw_deck(&game, &dice);
                    printf(" : draw %d", card);
                }
                if (!over) {
                    int place = random_below(&dice, game.hand_size[me] + 1);
                    insert_card(&game, place, card,
                                chosen.kind == TAKES ? KNOWN_CARD : HIDDEN_CARD);
                    int given = random_below(&dice, game.hand_size[me]);
                    printf(" %d %d", place, given);
                    offer_place(&game, me, given);
                    end_turn(&game);
                }
            }
            printf("\n");
            if (picked_seat >= 0) {
                printf("picked");
                for (int place = 0; place < game.hand_size[picked_seat]; place++)
                    printf(" %d", game.hand[picked_seat][place]);
                printf("\n");
            }
            if (!game.is_over) print_features(&game, me, NOTHING_PENDING);
        }
        printf("over");
        for (int seat = 0; seat < seats; seat++) printf(" %d", game.rank[seat]);
        printf("\n");
    }
}

static void set_seats(int count) {
    seats = count;
    features = feature_count(seats);
    parameters = (int)(offsetof(Net, first) / sizeof(float)) + features * HIDDEN;
    memcpy(worth, WORTH[seats], sizeof worth);
    if (features > MAX_FEATURES) {
        fprintf(stderr, "%d features are too many\n", features);
        exit(1);
    }
}

int main(int count, char **words) {
    if (count < 6) {
        fprintf(stderr, "spring_train train|walk|duel SEATS ...\n");
        return 2;
    }
    set_seats(atoi(words[2]));
    if (!strcmp(words[1], "train")) {
        if (count < 7) return 2;
        train(atol(words[3]), atol(words[4]), strtoull(words[5], NULL, 10), words[6],
              count > 7 ? words[7] : NULL);
    } else if (!strcmp(words[1], "walk")) {
        walk(atoi(words[3]), strtoull(words[4], NULL, 10), atoi(words[5]));
    } else if (!strcmp(words[1], "duel") && count > 6) {
        static Net one, other;
        int its_seats;
        load(&one, words[3], &its_seats);
        Player first = {&one, 0, 0, 0}, second = {NULL, 0, 0, 0};
        if (strcmp(words[4], "simple")) {
            load(&other, words[4], &its_seats);
            second.net = &other;
        }
        Result found = duel(&first, &second, atoi(words[5]), strtoull(words[6], NULL, 10));
        printf("%.4f %.4f\n", found.share, found.error);
    }
    return 0;
}
