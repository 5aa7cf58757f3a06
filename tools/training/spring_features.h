/* A seat's knowledge of a position as numbered features with small integer values.
 *
 * They are the same features in the same order as in players/features.py; a test,
 * tests/unit/test_training.py, compares the two. The number of features depends on that of seats.
 */
#ifndef SPRING_FEATURES_H
#define SPRING_FEATURES_H

#include "spring_game.h"

enum { MAX_ACTIVE = 240 };
/* Pending step of the seat. 1 to 9 mean that it has to place a card of this number. */
enum { NOTHING_PENDING = 0, UNKNOWN_INSERT_PENDING = 10, OFFER_PENDING = 11 };
/* Number of features in each group. */
enum {
    BLOCK_KINDS = 6,
    HAND_WIDTH = 6 * 9 + 81 + 12 + 19 + 9,
    SIZES_WIDTH = 16 + 9 + 17,
    OWN_OFFER_WIDTH = 27,
    REACH_WIDTH = 36,
    OWED_WIDTH = 11,
    UNSEEN_WIDTH = 13,
    RIVAL_WIDTH = 47
};

typedef struct {
    int count;
    short index[MAX_ACTIVE];
    short value[MAX_ACTIVE];
} Features;

static int feature_count(int seats) {
    int table = 1 + seats + 90 + seats;
    return UNSEEN_WIDTH + (seats - 1) * RIVAL_WIDTH + 10 + seats + HAND_WIDTH + SIZES_WIDTH +
           OWN_OFFER_WIDTH + REACH_WIDTH + table + OWED_WIDTH;
}

static int at_most(int value, int limit) {
    return value < limit ? value : limit;
}

static void add(Features *found, int index, int value) {
    if (!value || found->count >= MAX_ACTIVE) return;
    found->index[found->count] = (short)index;
    found->value[found->count] = (short)value;
    found->count++;
}

/* Return the least number of plays that empty a hand; gaps close when cards are played. */
static int fewest_leads(const u8 *hand, int size) {
    u8 any[16][17], as_set[16][17], as_run[16][17];
    if (size > 15) size = 15;
    for (int first = size; first >= 0; first--)
        for (int end = 0; end <= size; end++) any[first][end] = 0;
    for (int first = size - 1; first >= 0; first--)
        for (int end = first + 1; end <= size; end++) {
            int set = first + 1 < end ? any[first + 1][end] : 0;
            int run = set;
            for (int next = first + 1; next < end; next++) {
                int between = first + 1 < next ? any[first + 1][next] : 0;
                if (hand[next] == hand[first] && between + as_set[next][end] < set)
                    set = between + as_set[next][end];
                if (hand[next] == hand[first] + 1 && between + as_run[next][end] < run)
                    run = between + as_run[next][end];
            }
            as_set[first][end] = (u8)set;
            as_run[first][end] = (u8)run;
            any[first][end] = (u8)(1 + (set < run ? set : run));
        }
    return size ? any[0][size] : 0;
}

/* Return the same from a cache, because most hands occur again and again. */
static int find_fewest_leads(const u8 *hand, int size) {
    static struct {
        u64 key;
        int leads;
    } memory[1 << 16];
    u64 key = 0;
    for (int place = 0; place < size && place < 15; place++) key = key << 4 | hand[place];
    int slot = (int)(key * 0x9e3779b97f4a7c15ULL >> 48);
    if (memory[slot].key != key) {
        memory[slot].leads = fewest_leads(hand, size);
        memory[slot].key = key;
    }
    return memory[slot].leads;
}

static void add_hand(const u8 *hand, int size, int base, Features *found) {
    int first[DECK_SIZE], last[DECK_SIZE];
    int blocks = 0;
    int doubles = 0;
    for (int start = 0; start < size;) {
        int end = start + 1;
        int rise = end < size ? hand[end] - hand[start] : -1;
        if (rise == 0 || rise == 1)
            while (end < size && hand[end] - hand[end - 1] == rise) end++;
        int length = end - start;
        int kind = length == 1 ? 0 : rise == 0 ? at_most(length, 3) - 1 : at_most(length, 4) + 1;
        add(found, base + kind * 9 + hand[end - 1] - 1, 1);
        first[blocks] = hand[start];
        last[blocks++] = hand[end - 1];
        start = end;
    }
    base += 54;
    for (int place = 0; place + 1 < size; place++)
        add(found, base + (hand[place] - 1) * 9 + hand[place + 1] - 1, 1);
    base += 81;
    add(found, base + at_most(blocks, 11), 1);
    base += 12;
    for (int at = 1; at + 1 < blocks; at++) {
        int rise = first[at + 1] - last[at - 1];
        if (rise == 0 || rise == 1) add(found, base + rise * 9 + last[at - 1] - 1, 1);
    }
    for (int at = 1; at + 2 < blocks; at++) {
        int rise = first[at + 2] - last[at - 1];
        doubles += rise == 0 || rise == 1;
    }
    add(found, base + 18, doubles);
    base += 19;
    add(found, base + at_most(find_fewest_leads(hand, size), 8), 1);
}

/* Add for each length whether hand and offered cards make a set and a run, and the highest. */
static void add_reach(const u8 *hand, int size, const u8 *offered, int base, Features *found) {
    u8 most[HIGHEST + 2] = {0};
    int set_top[6] = {0}, run_top[6] = {0};
    for (int start = 0; start < size;) {
        int end = start + 1;
        while (end < size && hand[end] == hand[start]) end++;
        if (end - start > most[hand[start]]) most[hand[start]] = (u8)(end - start);
        start = end;
    }
    for (int number = 1; number <= HIGHEST; number++)
        for (int length = 1; length <= 5 && length <= most[number] + offered[number]; length++)
            set_top[length] = number;
    for (int start = 0; start < size; start++) {
        int lowest = hand[start];
        while (lowest > 1 && offered[lowest - 1]) lowest--;
        for (int end = start; end < size; end++) {
            if (end > start) {
                int gap = hand[end - 1] + 1;
                if (hand[end] < gap) break;
                while (gap < hand[end] && offered[gap]) gap++;
                if (gap < hand[end]) break;
            }
            int highest = hand[end];
            while (highest < HIGHEST && offered[highest + 1]) highest++;
            int span = hand[end] - hand[start] + 1;
            for (int length = span < 2 ? 2 : span; length <= 5 && length <= highest - lowest + 1;
                 length++) {
                int top = at_most(hand[start] + length - 1, highest);
                if (top > run_top[length]) run_top[length] = top;
            }
        }
    }
    for (int length = 1; length <= 5; length++)
        if (set_top[length]) {
            add(found, base + length - 1, 1);
            add(found, base + 5 + length - 1, set_top[length]);
        }
    for (int length = 2; length <= 5; length++)
        if (run_top[length]) {
            add(found, base + 10 + length - 2, 1);
            add(found, base + 14 + length - 2, run_top[length]);
        }
}

static void count_unseen(const Game *game, int me, int *unseen) {
    memset(unseen, 0, sizeof(int) * (HIGHEST + 1));
    for (int place = 0; place < game->deck_size; place++) unseen[game->deck[place]]++;
    for (int seat = 0; seat < game->seats; seat++)
        for (int place = 0; seat != me && place < game->hand_size[seat]; place++)
            if (!game->known[seat][place]) unseen[game->hand[seat][place]]++;
}

/* Add features that the seat's plays without rivals' cards don't change; return the next index. */
static int list_surroundings(const Game *game, int me, Features *found) {
    int seats = game->seats;
    int base = 0;
    int unseen[HIGHEST + 1];
    count_unseen(game, me, unseen);
    for (int number = 1; number <= HIGHEST; number++) add(found, base + number - 1, unseen[number]);
    add(found, base + 9, game->deck_size < 1);
    add(found, base + 10, game->deck_size < 6);
    add(found, base + 11, game->deck_size);
    add(found, base + 12, game->at_once);
    base += UNSEEN_WIDTH;
    for (int step = 1; step < seats; step++) {
        int seat = (me + step) % seats;
        int total = cards_left(game, seat);
        int hidden = game->hand_size[seat];
        u8 known[HIGHEST + 1] = {0};
        for (int place = 0; place < game->hand_size[seat]; place++)
            if (game->known[seat][place]) {
                known[game->hand[seat][place]]++;
                hidden--;
            }
        add(found, base + at_most(game->hand_size[seat], 8), 1);
        add(found, base + 9, game->hand_size[seat]);
        add(found, base + 10 + at_most(game->offer_size[seat], 5), 1);
        add(found, base + 16 + at_most(total, 9), 1);
        add(found, base + 26, total);
        for (int number = 1; number <= HIGHEST; number++) {
            add(found, base + 26 + number, game->offer[seat][number]);
            add(found, base + 35 + number, known[number]);
        }
        add(found, base + 45, game->hand_size[seat] - hidden);
        add(found, base + 46, !hidden);
        base += RIVAL_WIDTH;
    }
    return base;
}

/* Add the other features: own hand and offer, table, mover and pending step. */
static void list_own(const Game *game, int me, int pending, int base, Features *found) {
    int seats = game->seats;
    int size = game->hand_size[me];
    int left = cards_left(game, me) + (pending >= 1 && pending <= UNKNOWN_INSERT_PENDING);
    int fewest = 99;
    int ahead = 0;
    const u8 *hand = game->hand[me];
    u8 offered[HIGHEST + 1] = {0};
    u8 held[HIGHEST + 1] = {0};
    for (int seat = 0; seat < seats; seat++) {
        int total = cards_left(game, seat);
        for (int number = 1; number <= HIGHEST; number++)
            offered[number] += game->offer[seat][number];
        if (seat == me) continue;
        if (total < fewest) fewest = total;
        ahead += total < left;
    }
    add(found, base + at_most(fewest, 9), 1);
    add(found, base + 10 + ahead, 1);
    base += 10 + seats;
    add_hand(hand, size, base, found);
    base += HAND_WIDTH;
    add(found, base + at_most(size, 15), 1);
    add(found, base + 16 + at_most(game->offer_size[me], 8), 1);
    add(found, base + 25 + at_most(left, 16), 1);
    base += SIZES_WIDTH;
    for (int place = 0; place < size; place++) held[hand[place]] = 1;
    for (int number = 1; number <= HIGHEST; number++) {
        int many = game->offer[me][number];
        if (!many) continue;
        add(found, base + number - 1, 1);
        add(found, base + 9 + number - 1, many - 1);
        add(found, base + 18 + number - 1, held[number]);
    }
    base += OWN_OFFER_WIDTH;
    add_reach(hand, size, game->offer[me], base, found);
    add_reach(hand, size, offered, base + 18, found);
    base += REACH_WIDTH;
    if (game->holder < 0) {
        add(found, base, 1);
    } else {
        int whose = (game->holder - me + seats) % seats;
        int at = base + 1 + seats + (whose ? 45 : 0);
        add(found, base + 1 + whose, 1);
        add(found, at + game->kind * 6 + at_most(game->length, 6) - 1, 1);
        add(found, at + 18 + game->kind * 9 + game->top - 1, 1);
    }
    base += 1 + seats + 90;
    add(found, base + (game->mover - me + seats) % seats, 1);
    base += seats;
    if (pending) add(found, base + pending - 1, 1);
}

#endif
