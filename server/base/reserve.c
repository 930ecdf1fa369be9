#include "base/reserve.h"

#include <pthread.h>
#include <stdlib.h>

typedef struct kept_piece {
    void *memory;
    size_t size;
} kept_piece;

struct rw_reserve {
    pthread_mutex_t lock;
    size_t bytes_max;
    size_t bytes; /* of all pieces */
    size_t count;
    kept_piece pieces[RW_RESERVE_PIECES_MAX]; /* by ascending size */
};

rw_reserve *rw_reserve_new(size_t bytes_max)
{
    rw_reserve *reserve = calloc(1, sizeof *reserve);
    if (reserve == NULL || pthread_mutex_init(&reserve->lock, NULL) != 0) {
        free(reserve);
        return NULL;
    }
    reserve->bytes_max = bytes_max;
    return reserve;
}

void rw_reserve_free(rw_reserve *reserve)
{
    if (reserve == NULL)
        return;
    for (size_t i = 0; i < reserve->count; i++)
        free(reserve->pieces[i].memory);
    pthread_mutex_destroy(&reserve->lock);
    free(reserve);
}

/* Takes the piece at `place` out of the list. */
static kept_piece remove_piece(rw_reserve *reserve, size_t place)
{
    const kept_piece piece = reserve->pieces[place];
    reserve->count--;
    reserve->bytes -= piece.size;
    for (size_t i = place; i < reserve->count; i++)
        reserve->pieces[i] = reserve->pieces[i + 1];
    return piece;
}

void *rw_reserve_take(rw_reserve *reserve, size_t wanted, size_t *size)
{
    kept_piece piece = {.memory = NULL};
    if (reserve != NULL && wanted >= RW_RESERVE_PIECE_MIN) {
        pthread_mutex_lock(&reserve->lock);
        size_t place = 0;
        while (place < reserve->count && reserve->pieces[place].size < wanted)
            place++;
        if (place < reserve->count)
            piece = remove_piece(reserve, place);
        pthread_mutex_unlock(&reserve->lock);
    }
    if (piece.memory == NULL)
        piece = (kept_piece){.memory = malloc(wanted), .size = wanted};
    if (piece.memory != NULL)
        *size = piece.size;
    return piece.memory;
}

/* Inserts the piece and takes out the smallest ones until the rest is within the bounds; those, of which the piece may
 * be one, go to dropped[0 .. *count). */
static void insert_piece(rw_reserve *reserve, kept_piece piece, void **dropped, size_t *count)
{
    while (reserve->count > 0 && reserve->pieces[0].size < piece.size &&
           (reserve->count == RW_RESERVE_PIECES_MAX || reserve->bytes + piece.size > reserve->bytes_max))
        dropped[(*count)++] = remove_piece(reserve, 0).memory;
    if (reserve->count == RW_RESERVE_PIECES_MAX || reserve->bytes + piece.size > reserve->bytes_max) {
        dropped[(*count)++] = piece.memory;
        return;
    }
    size_t place = reserve->count++;
    for (; place > 0 && reserve->pieces[place - 1].size > piece.size; place--)
        reserve->pieces[place] = reserve->pieces[place - 1];
    reserve->pieces[place] = piece;
    reserve->bytes += piece.size;
}

void rw_reserve_give(rw_reserve *reserve, void *piece, size_t size)
{
    if (piece == NULL || reserve == NULL || size < RW_RESERVE_PIECE_MIN || size > reserve->bytes_max) {
        free(piece);
        return;
    }
    void *dropped[RW_RESERVE_PIECES_MAX + 1];
    size_t count = 0;
    pthread_mutex_lock(&reserve->lock);
    insert_piece(reserve, (kept_piece){.memory = piece, .size = size}, dropped, &count);
    pthread_mutex_unlock(&reserve->lock);
    for (size_t i = 0; i < count; i++)
        free(dropped[i]);
}
