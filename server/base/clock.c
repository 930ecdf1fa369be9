#include "base/clock.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

#define MS_PER_DAY INT64_C(86400000)
#define MS_YEAR_0000 INT64_C(-62167219200000)
#define MS_YEAR_9999_END INT64_C(253402300799999)

int64_t rw_clock_monotonic_ns(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * INT64_C(1000000000) + now.tv_nsec;
}

int64_t rw_clock_wall_ms(void)
{
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

typedef struct civil_date {
    int year;
    int month;
    int day;
} civil_date;

/* Proleptic Gregorian date of a day counted from 1970-01-01. Years are counted from March, so that the leap day is
 * the last day of its year, and in cycles of 400 years, which all have 146097 days. */
static civil_date civil_from_days(int64_t days)
{
    const int64_t from_march_0000 = days + 719468;
    const int64_t cycle = (from_march_0000 >= 0 ? from_march_0000 : from_march_0000 - 146096) / 146097;
    const int64_t day_of_cycle = from_march_0000 - cycle * 146097;
    const int64_t year_of_cycle =
        (day_of_cycle - day_of_cycle / 1460 + day_of_cycle / 36524 - day_of_cycle / 146096) / 365;
    const int64_t day_of_year =
        day_of_cycle - (365 * year_of_cycle + year_of_cycle / 4 - year_of_cycle / 100);
    const int64_t month_from_march = (5 * day_of_year + 2) / 153;
    const int month = (int)(month_from_march < 10 ? month_from_march + 3 : month_from_march - 9);
    return (civil_date){
        .year = (int)(cycle * 400 + year_of_cycle + (month <= 2 ? 1 : 0)),
        .month = month,
        .day = (int)(day_of_year - (153 * month_from_march + 2) / 5 + 1),
    };
}

size_t rw_clock_format_utc(int64_t wall_ms, char out[RW_CLOCK_TEXT_SIZE])
{
    if (wall_ms < MS_YEAR_0000)
        wall_ms = MS_YEAR_0000;
    if (wall_ms > MS_YEAR_9999_END)
        wall_ms = MS_YEAR_9999_END;
    const int64_t days = (wall_ms >= 0 ? wall_ms : wall_ms - (MS_PER_DAY - 1)) / MS_PER_DAY;
    const int ms = (int)(wall_ms - days * MS_PER_DAY);
    const civil_date date = civil_from_days(days);
    char text[96];
    const int length = snprintf(text, sizeof text, "%04d-%02d-%02dT%02d:%02d:%02d.%03dZ", date.year, date.month,
                                date.day, ms / 3600000, ms / 60000 % 60, ms / 1000 % 60, ms % 1000);
    snprintf(out, RW_CLOCK_TEXT_SIZE, "%.*s", RW_CLOCK_TEXT_SIZE - 1, text);
    return (size_t)length;
}

/* The inverse of civil_from_days. */
static int64_t days_from_civil(civil_date date)
{
    const int64_t year = date.month <= 2 ? date.year - 1 : date.year;
    const int64_t cycle = (year >= 0 ? year : year - 399) / 400;
    const int64_t year_of_cycle = year - cycle * 400;
    const int64_t month_from_march = date.month > 2 ? date.month - 3 : date.month + 9;
    const int64_t day_of_year = (153 * month_from_march + 2) / 5 + date.day - 1;
    const int64_t day_of_cycle = year_of_cycle * 365 + year_of_cycle / 4 - year_of_cycle / 100 + day_of_year;
    return cycle * 146097 + day_of_cycle - 719468;
}

/* The digits text[0 .. count) as a number; what is no digit makes it wrong, not undefined. */
static int digits(const char *text, int count)
{
    int value = 0;
    for (int i = 0; i < count; i++)
        value = value * 10 + (text[i] - '0');
    return value;
}

bool rw_clock_parse_utc(const char *text, size_t length, int64_t *wall_ms)
{
    if (length != sizeof "2026-01-02T03:04:05.678Z" - 1)
        return false;
    const civil_date date = {.year = digits(text, 4), .month = digits(text + 5, 2), .day = digits(text + 8, 2)};
    if (date.month < 1 || date.month > 12)
        return false;
    const int64_t seconds = digits(text + 11, 2) * INT64_C(3600) + digits(text + 14, 2) * 60 + digits(text + 17, 2);
    const int64_t read = days_from_civil(date) * MS_PER_DAY + seconds * 1000 + digits(text + 20, 3);
    /* Whatever was no time as it is written here reads as one that is written otherwise. */
    char again[RW_CLOCK_TEXT_SIZE];
    rw_clock_format_utc(read, again);
    if (memcmp(again, text, length) != 0)
        return false;
    *wall_ms = read;
    return true;
}
