#include "ledger.h"

#include <stdio.h>
#include <string.h>

void rw_ledger_init(rw_ledger *ledger, int writer, uint64_t seed)
{
    *ledger = (rw_ledger){.writer = writer, .random = seed * 2862933555777941757u + (uint64_t)writer + 1};
    for (int i = 0; i < RW_LEDGER_NAMES; i++) {
        rw_ledger_entry *entry = &ledger->entries[i];
        entry->is_profile = i == RW_LEDGER_NAMES - 1;
        snprintf(entry->target, sizeof entry->target, "/v1/%s/w%d.%d", entry->is_profile ? "profiles" : "clips", writer, i);
    }
}

uint64_t rw_ledger_random(rw_ledger *ledger)
{
    ledger->random ^= ledger->random << 13;
    ledger->random ^= ledger->random >> 7;
    ledger->random ^= ledger->random << 17;
    return ledger->random;
}

static bool wrong(rw_ledger *ledger, const rw_ledger_entry *entry, const char *what, const rw_call_answer *answer)
{
    snprintf(ledger->fault, sizeof ledger->fault, "%s: %s (revision %ld, last %ld): %d %.200s", entry->target, what,
             entry->revision, entry->last_revision, answer->status, rw_call_body(answer));
    return false;
}

/* The document that a seed stands for: a few hundred bytes, or now and then some pages. */
static void write_document(const rw_ledger *ledger, const rw_ledger_entry *entry, uint64_t seed, rw_buffer *out)
{
    rw_buffer_init(out, 1 << 20);
    if (entry->is_profile) {
        rw_buffer_append_format(out, "{\"kind\":\"reach\",\"clip\":\"w%d.0\",\"window\":\"attack\",\"scale_band\":"
                                     "{\"min\":0.%u,\"max\":%u.5}}", ledger->writer, (unsigned)(seed % 89999) + 10000,
                                (unsigned)(seed >> 32) % 1000 + 1);
        return;
    }
    rw_buffer_append_text(out, "{\"space\":\"unreal\",\"frame_rate\":30,\"windows\":[{\"name\":\"attack\",\"start\":0,"
                               "\"end\":0.03}],\"root\":{\"positions\":[[0,0,0]");
    const unsigned count = seed % 8 == 0 ? 1500 : 4;
    for (unsigned i = 1; i <= count; i++)
        rw_buffer_append_format(out, ",[%u,%u.5,0]", i, (unsigned)((seed >> (i % 32)) & 0xFFFF));
    rw_buffer_append_text(out, "]}}");
}

static bool put(rw_ledger *ledger, rw_caller *caller, rw_ledger_entry *entry, rw_call_answer *answer)
{
    rw_buffer body;
    entry->pending = RW_LEDGER_PUT;
    entry->pending_seed = rw_ledger_random(ledger);
    write_document(ledger, entry, entry->pending_seed, &body);
    const rw_call_end end =
        rw_caller_ask(caller, "PUT", entry->target, entry->exists ? "If-Match: *\r\n" : "If-None-Match: *\r\n", body.data, answer);
    rw_buffer_free(&body);
    if (end != RW_CALL_ANSWERED)
        return false;
    if (answer->status == 503)
        return true; /* it may be stored all the same: it stays pending */
    const long revision = rw_call_number(answer, "revision");
    if (answer->status != (entry->exists ? 200 : 201))
        return wrong(ledger, entry, "a write was refused", answer);
    if (revision <= entry->last_revision)
        return wrong(ledger, entry, "a revision number was used twice", answer);
    entry->exists = true;
    entry->seed = entry->pending_seed;
    entry->revision = entry->last_revision = revision;
    memcpy(entry->etag, answer->etag, sizeof entry->etag);
    entry->pending = RW_LEDGER_NOTHING;
    if (ledger->recent_count < RW_LEDGER_RECENT) {
        rw_ledger_revision *recent = &ledger->recent[ledger->recent_count++];
        recent->name = (int)(entry - ledger->entries);
        recent->revision = revision;
        memcpy(recent->etag, answer->etag, sizeof recent->etag);
    }
    ledger->acknowledged++;
    return true;
}

static bool erase(rw_ledger *ledger, rw_caller *caller, rw_ledger_entry *entry, rw_call_answer *answer)
{
    entry->pending = RW_LEDGER_DELETE;
    const rw_call_end end = rw_caller_ask(caller, "DELETE", entry->target, "If-Match: *\r\n", NULL, answer);
    if (end != RW_CALL_ANSWERED)
        return false;
    if (answer->status == 503)
        return true;
    if (answer->status != 204)
        return wrong(ledger, entry, "a deletion was refused", answer);
    entry->exists = false;
    entry->pending = RW_LEDGER_NOTHING;
    ledger->acknowledged++;
    return true;
}

bool rw_ledger_write(rw_ledger *ledger, rw_caller *caller)
{
    int name = (int)(rw_ledger_random(ledger) % RW_LEDGER_NAMES);
    if (!ledger->entries[0].exists)
        name = 0;
    rw_ledger_entry *entry = &ledger->entries[name];
    rw_call_answer answer;
    rw_call_answer_init(&answer);
    const bool deletes = entry->exists && name != 0 && rw_ledger_random(ledger) % 4 == 0;
    const bool done = deletes ? erase(ledger, caller, entry, &answer) : put(ledger, caller, entry, &answer);
    rw_call_answer_free(&answer);
    return done;
}

/* The pending write has happened: the document that it put must be there to the last byte, which a PUT of the same
 * tells by changing nothing. */
static bool settle_put(rw_ledger *ledger, rw_caller *caller, rw_ledger_entry *entry, rw_call_answer *answer)
{
    rw_buffer body;
    const long revision = rw_call_number(answer, "revision");
    if (revision <= entry->last_revision)
        return wrong(ledger, entry, "a revision number was used twice", answer);
    write_document(ledger, entry, entry->pending_seed, &body);
    const rw_call_end end = rw_caller_ask(caller, "PUT", entry->target, "", body.data, answer);
    rw_buffer_free(&body);
    if (end != RW_CALL_ANSWERED || answer->status != 200 || rw_call_number(answer, "revision") != revision)
        return wrong(ledger, entry, "neither what was acknowledged nor what was sent", answer);
    entry->exists = true;
    entry->seed = entry->pending_seed;
    entry->revision = entry->last_revision = revision;
    memcpy(entry->etag, answer->etag, sizeof entry->etag);
    return true;
}

static bool verify_entry(rw_ledger *ledger, rw_caller *caller, rw_ledger_entry *entry, rw_call_answer *answer)
{
    if (rw_caller_ask(caller, "GET", entry->target, "", NULL, answer) != RW_CALL_ANSWERED)
        return wrong(ledger, entry, "no answer after the restart", answer);
    bool sound = true;
    if (answer->status == 404) {
        if (entry->exists && entry->pending != RW_LEDGER_DELETE)
            return wrong(ledger, entry, "an acknowledged write is lost", answer);
        entry->exists = false;
    } else if (answer->status != 200) {
        return wrong(ledger, entry, "an error after the restart", answer);
    } else if (!(entry->exists && strcmp(answer->etag, entry->etag) == 0 &&
                 rw_call_number(answer, "revision") == entry->revision)) {
        if (entry->pending != RW_LEDGER_PUT)
            return wrong(ledger, entry, "another document than the acknowledged one", answer);
        sound = settle_put(ledger, caller, entry, answer);
    }
    entry->pending = RW_LEDGER_NOTHING;
    return sound;
}

static bool verify_recent(rw_ledger *ledger, rw_caller *caller, rw_call_answer *answer)
{
    for (int i = 0; i < ledger->recent_count; i++) {
        const rw_ledger_revision *recent = &ledger->recent[i];
        const rw_ledger_entry *entry = &ledger->entries[recent->name];
        char target[96];
        snprintf(target, sizeof target, "%s/revisions/%ld", entry->target, recent->revision);
        if (rw_caller_ask(caller, "GET", target, "", NULL, answer) != RW_CALL_ANSWERED || answer->status != 200 ||
            strcmp(answer->etag, recent->etag) != 0)
            return wrong(ledger, entry, "an acknowledged revision is lost", answer);
    }
    ledger->recent_count = 0;
    return true;
}

bool rw_ledger_verify(rw_ledger *ledger, rw_caller *caller)
{
    rw_call_answer answer;
    rw_call_answer_init(&answer);
    bool sound = *ledger->fault == '\0';
    for (int i = 0; sound && i < RW_LEDGER_NAMES; i++)
        sound = verify_entry(ledger, caller, &ledger->entries[i], &answer);
    sound = sound && verify_recent(ledger, caller, &answer);
    rw_call_answer_free(&answer);
    return sound;
}
