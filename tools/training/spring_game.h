/* The rules of Spring Cleaning for the training program: one mutable round.
 *
 * This is a second, faster implementation of red7_desktop/games/spring_cleaning/rules, which isn't
 * part of the program. tests/unit/test_training.py compares its legal turns and results with the
 * program's rules. A card is its number. Seats are numbered clockwise from 0.
 */
#ifndef SPRING_GAME_H
#define SPRING_GAME_H

#include <stdint.h>
#include <string.h>

enum { MAX_SEATS = 5, HIGHEST = 9, COPIES = 7, DECK_SIZE = 63, MOST_TURNS = 300 };
enum { SINGLE = 0, SET = 1, RUN = 2 };
enum { HIDDEN_CARD = 0, KNOWN_CARD = 1 };
enum { MAX_PLAYS = 2048 };

typedef uint8_t u8;
typedef uint64_t u64;

/* Random generator xorshift64*, seeded by splitmix64. */
typedef struct {
    u64 state;
} Random;

static u64 mix(u64 x) {
    x += 0x9e3779b97f4a7c15ULL;
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9ULL;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebULL;
    x ^= x >> 31;
    return x ? x : 1;
}

static u64 next_random(Random *random) {
    u64 x = random->state;
    x ^= x >> 12;
    x ^= x << 25;
    x ^= x >> 27;
    random->state = x;
    return x * 0x2545f4914f6cdd1dULL;
}

static int random_below(Random *random, int limit) {
    return (int)(((next_random(random) >> 33) * (u64)limit) >> 31);
}

static float random_share(Random *random) {
    return (float)(next_random(random) >> 40) / 16777216.0f;
}

typedef struct {
    int seats;
    int at_once;       /* option: pick up the offer at the end of the turn */
    int mover;
    int holder;        /* seat that played the combination on the table, -1 for none */
    int kind, length, top; /* that combination */
    int hand_size[MAX_SEATS], offer_size[MAX_SEATS];
    u8 hand[MAX_SEATS][DECK_SIZE + 1];
    u8 known[MAX_SEATS][DECK_SIZE + 1]; /* by place: whether the card is public */
    u8 offer[MAX_SEATS][HIGHEST + 1];   /* number of cards, by number */
    u8 trick[HIGHEST + 1], discard[HIGHEST + 1];
    int deck_size, discard_size;
    u8 deck[DECK_SIZE]; /* the next card is last */
    int turns;
    int is_over;
    int rank[MAX_SEATS]; /* after the round: trash that each seat gets */
} Game;

/* A play: a combination, the range of hand cards in it, and the cards from offers. */
typedef struct {
    int kind, length, top;
    int start, count;
    u8 from_offers[HIGHEST + 1];
} Play;

static int cards_left(const Game *game, int seat) {
    return game->hand_size[seat] + game->offer_size[seat];
}

static void deal(Game *game, int seats, int at_once, int leader, Random *random) {
    u8 cards[DECK_SIZE];
    int size = seats == 5 ? 10 : 12;
    int next = 0;
    memset(game, 0, sizeof *game);
    for (int number = 1; number <= HIGHEST; number++)
        for (int copy = 0; copy < COPIES; copy++) cards[next++] = (u8)number;
    for (int last = DECK_SIZE - 1; last > 0; last--) {
        int other = random_below(random, last + 1);
        u8 card = cards[last];
        cards[last] = cards[other];
        cards[other] = card;
    }
    next = 0;
    game->seats = seats;
    game->at_once = at_once;
    game->mover = leader;
    game->holder = -1;
    for (int seat = 0; seat < seats; seat++) {
        game->hand_size[seat] = size;
        for (int place = 0; place < size; place++) game->hand[seat][place] = cards[next++];
    }
    while (next < DECK_SIZE) game->deck[game->deck_size++] = cards[next++];
}

/* Rank the seats by cards left; ties in clockwise order after the seat that went out. */
static void end_round(Game *game) {
    int seats = game->seats;
    int fewest = 1000;
    int first_out = game->mover;
    for (int seat = 0; seat < seats; seat++)
        if (cards_left(game, seat) < fewest) fewest = cards_left(game, seat);
    for (int step = 0; step < seats; step++) {
        first_out = (game->mover + step) % seats;
        if (cards_left(game, first_out) == fewest) break;
    }
    for (int seat = 0; seat < seats; seat++) {
        int left = cards_left(game, seat);
        int distance = (seat - first_out + seats) % seats;
        game->rank[seat] = 0;
        if (left == fewest) continue;
        game->rank[seat] = 1;
        for (int other = 0; other < seats; other++) {
            int theirs = cards_left(game, other);
            if (other == seat || theirs == fewest) continue;
            if (theirs < left || (theirs == left && (other - first_out + seats) % seats < distance))
                game->rank[seat]++;
        }
    }
    game->is_over = 1;
}

static int end_if_out(Game *game) {
    for (int seat = 0; seat < game->seats; seat++)
        if (!cards_left(game, seat)) {
            end_round(game);
            return 1;
        }
    return 0;
}

/* Partition loose cards into as few sets and runs as possible, and write these in a row. */
static void find_cut(u8 *left, u8 *cut, int size, int blocks, u8 *best, int *fewest) {
    int number = 1;
    if (blocks >= *fewest) return;
    while (number <= HIGHEST && !left[number]) number++;
    if (number > HIGHEST) {
        *fewest = blocks;
        memcpy(best, cut, size);
        return;
    }
    int many = left[number];
    left[number] = 0;
    memset(cut + size, number, many);
    find_cut(left, cut, size + many, blocks + 1, best, fewest);
    left[number] = (u8)many;
    int top = number;
    while (top < HIGHEST && left[top + 1]) top++;
    for (; top > number; top--) {
        for (int card = number; card <= top; card++) {
            left[card]--;
            cut[size + card - number] = (u8)card;
        }
        find_cut(left, cut, size + top - number + 1, blocks + 1, best, fewest);
        for (int card = number; card <= top; card++) left[card]++;
    }
}

static int picked_seat = -1; /* seat that picked up an offer last */

static void pick_up(Game *game, int seat) {
    u8 left[HIGHEST + 1], cut[DECK_SIZE], best[DECK_SIZE];
    int fewest = 100;
    int size = game->offer_size[seat];
    picked_seat = seat;
    memcpy(left, game->offer[seat], sizeof left);
    find_cut(left, cut, 0, 0, best, &fewest);
    memcpy(game->hand[seat], best, size);
    memset(game->known[seat], KNOWN_CARD, size);
    game->hand_size[seat] = size;
    memset(game->offer[seat], 0, HIGHEST + 1);
    game->offer_size[seat] = 0;
}

static void end_turn(Game *game) {
    int seat = game->mover;
    if (game->at_once && !game->hand_size[seat]) pick_up(game, seat);
    seat = (seat + 1) % game->seats;
    if (seat == game->holder) {
        for (int number = 1; number <= HIGHEST; number++) {
            game->discard[number] += game->trick[number];
            game->discard_size += game->trick[number];
            game->trick[number] = 0;
        }
        game->holder = -1;
    }
    if (++game->turns >= MOST_TURNS) {
        end_round(game);
        return;
    }
    game->mover = seat;
    if (!game->hand_size[seat]) pick_up(game, seat);
}

static void remove_card(Game *game, int seat, int place, int count) {
    int rest = game->hand_size[seat] - place - count;
    memmove(game->hand[seat] + place, game->hand[seat] + place + count, rest);
    memmove(game->known[seat] + place, game->known[seat] + place + count, rest);
    game->hand_size[seat] -= count;
}

static void insert_card(Game *game, int place, int card, int is_known) {
    int seat = game->mover;
    int rest = game->hand_size[seat] - place;
    memmove(game->hand[seat] + place + 1, game->hand[seat] + place, rest);
    memmove(game->known[seat] + place + 1, game->known[seat] + place, rest);
    game->hand[seat][place] = (u8)card;
    game->known[seat][place] = (u8)is_known;
    game->hand_size[seat]++;
}

/* Return the rival with most cards left that offers a number; in a tie, the next clockwise. */
static int richest_owner(const Game *game, int number) {
    int found = -1;
    for (int step = 1; step < game->seats; step++) {
        int seat = (game->mover + step) % game->seats;
        if (!game->offer[seat][number]) continue;
        if (found < 0 || cards_left(game, seat) > cards_left(game, found)) found = seat;
    }
    return found;
}

/* Apply a play; offered cards come from the own offer first, then from richest_owner's. */
static void play(Game *game, const Play *chosen) {
    int seat = game->mover;
    for (int at = 0; at < chosen->count; at++) game->trick[game->hand[seat][chosen->start + at]]++;
    for (int number = 1; number <= HIGHEST; number++)
        for (int many = chosen->from_offers[number]; many; many--) {
            int owner = game->offer[seat][number] ? seat : richest_owner(game, number);
            game->offer[owner][number]--;
            game->offer_size[owner]--;
            game->trick[number]++;
        }
    remove_card(game, seat, chosen->start, chosen->count);
    game->kind = chosen->kind;
    game->length = chosen->length;
    game->top = chosen->top;
    game->holder = seat;
    if (!end_if_out(game)) end_turn(game);
}

static int can_draw_deck(const Game *game) {
    return game->deck_size + game->discard_size > 0;
}

static int draw_deck(Game *game, Random *random) {
    if (!game->deck_size) {
        for (int number = 1; number <= HIGHEST; number++)
            while (game->discard[number]) {
                game->discard[number]--;
                game->deck[game->deck_size++] = (u8)number;
            }
        game->discard_size = 0;
        for (int last = game->deck_size - 1; last > 0; last--) {
            int other = random_below(random, last + 1);
            u8 card = game->deck[last];
            game->deck[last] = game->deck[other];
            game->deck[other] = card;
        }
    }
    return game->deck[--game->deck_size];
}

/* Take an offered card; return whether this ends the round. */
static int take_offered(Game *game, int owner, int number) {
    game->offer[owner][number]--;
    game->offer_size[owner]--;
    if (cards_left(game, owner)) return 0;
    insert_card(game, game->hand_size[game->mover], number, KNOWN_CARD);
    end_round(game);
    return 1;
}

static void offer_place(Game *game, int seat, int place) {
    int card = game->hand[seat][place];
    remove_card(game, seat, place, 1);
    game->offer[seat][card]++;
    game->offer_size[seat]++;
}

static Play *add_play(Play *plays, int *count, int kind, int length, int top, int start, int used) {
    Play *made = &plays[*count];
    if (*count < MAX_PLAYS - 1) (*count)++;
    memset(made, 0, sizeof *made);
    made->kind = length == 1 ? SINGLE : kind;
    made->length = length;
    made->top = top;
    made->start = start;
    made->count = used;
    return made;
}

static void list_leads(const Game *game, Play *plays, int *count) {
    int seat = game->mover;
    int size = game->hand_size[seat];
    const u8 *hand = game->hand[seat];
    for (int start = 0; start < size; start++) {
        add_play(plays, count, SINGLE, 1, hand[start], start, 1);
        for (int rise = 0; rise < 2; rise++)
            for (int end = start + 1; end < size && hand[end] - hand[end - 1] == rise; end++)
                add_play(plays, count, rise ? RUN : SET, end - start + 1, hand[end], start,
                         end - start + 1);
    }
}

static void list_sets(const Game *game, const u8 *offered, int length, int above, Play *plays,
                      int *count) {
    int seat = game->mover;
    int size = game->hand_size[seat];
    const u8 *hand = game->hand[seat];
    for (int start = 0; start < size;) {
        int number = hand[start];
        int end = start + 1;
        while (end < size && hand[end] == number) end++;
        for (int used = 1; number > above && used <= end - start && used <= length; used++)
            if (length - used <= offered[number])
                add_play(plays, count, SET, length, number, start, used)->from_offers[number] =
                    (u8)(length - used);
        start = end;
    }
    for (int number = above + 1; number <= HIGHEST; number++)
        if (offered[number] >= length)
            add_play(plays, count, SET, length, number, 0, 0)->from_offers[number] = (u8)length;
}

static void add_run(const Game *game, const u8 *offered, int length, int top, int start, int end,
                    Play *plays, int *count) {
    const u8 *hand = game->hand[game->mover];
    u8 missing[HIGHEST + 1] = {0};
    int at = start;
    for (int number = top - length + 1; number <= top; number++) {
        if (at < end && hand[at] == number) {
            at++;
        } else {
            if (!offered[number]) return;
            missing[number] = 1;
        }
    }
    memcpy(add_play(plays, count, RUN, length, top, start, end - start)->from_offers, missing,
           sizeof missing);
}

static void list_runs(const Game *game, const u8 *offered, int length, int above, Play *plays,
                      int *count) {
    int seat = game->mover;
    int size = game->hand_size[seat];
    const u8 *hand = game->hand[seat];
    int lowest_top = above + 1 > length ? above + 1 : length;
    for (int top = lowest_top; top <= HIGHEST; top++) {
        int lowest = top - length + 1;
        add_run(game, offered, length, top, 0, 0, plays, count);
        for (int start = 0; start < size; start++)
            for (int end = start; end < size && hand[end] >= lowest && hand[end] <= top &&
                                  (end == start || hand[end] > hand[end - 1]);
                 end++)
                add_run(game, offered, length, top, start, end + 1, plays, count);
    }
}

/* List the mover's plays; plays that differ only in the owners of offered cards count once. */
static int list_plays(const Game *game, Play *plays) {
    int count = 0;
    u8 offered[HIGHEST + 1] = {0};
    if (game->holder < 0) {
        list_leads(game, plays, &count);
        return count;
    }
    for (int seat = 0; seat < game->seats; seat++)
        for (int number = 1; number <= HIGHEST; number++)
            offered[number] += game->offer[seat][number];
    if (game->kind != RUN) list_sets(game, offered, game->length, game->top, plays, &count);
    list_sets(game, offered, game->length + 1, 0, plays, &count);
    if (game->kind == RUN) list_runs(game, offered, game->length, game->top, plays, &count);
    if (game->length < HIGHEST) list_runs(game, offered, game->length + 1, 0, plays, &count);
    return count;
}

#endif
