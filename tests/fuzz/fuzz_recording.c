/* Any file as a recording: it is read to its end or to the fault, and what was read, written anew, is what stood there. */
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/recording.h"
#include "file.h"
#include "fuzz.h"

/* What was read last, as it would be recorded. */
static void check_entry(const rw_recording_entry *entry, const uint8_t *there, size_t length)
{
    rw_buffer record;
    rw_buffer_init(&record, SIZE_MAX - 1);
    if (!rw_recording_write_entry(&record, entry))
        abort();
    rw_recording_seal(record.data, record.length);
    if (record.length != length || memcmp(record.data, there, length) != 0)
        abort();
    rw_buffer_free(&record);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    rw_recording_reader reader;
    rw_recording_entry entry;
    rw_recording_status status;
    const int fd = open(fuzz_file_write(data, size), O_RDONLY | O_CLOEXEC);
    rw_recording_reader_init(&reader, fd);
    while ((status = rw_recording_next(&reader, &entry)) == RW_RECORDING_ENTRY) {
        if (reader.whole > size)
            abort();
        check_entry(&entry, data + reader.offset, (size_t)(reader.whole - reader.offset));
    }
    if (status == RW_RECORDING_UNREADABLE || (status == RW_RECORDING_END) != (reader.whole == size))
        abort();
    rw_recording_reader_free(&reader);
    close(fd);
    return 0;
}
