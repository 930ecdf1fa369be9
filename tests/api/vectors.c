#include "vectors.h"

#include <check.h>
#include <stdio.h>
#include <unistd.h>

#include "compare.h"

bool vectors_present(void)
{
    return access(VECTORS_PATH, R_OK) == 0;
}

json_t *vectors_load(void)
{
    json_error_t error;
    json_t *cases = json_load_file(VECTORS_PATH, JSON_REJECT_DUPLICATES, &error);
    ck_assert_msg(cases != NULL, "%s:%d: %s", VECTORS_PATH, error.line, error.text);
    ck_assert_uint_gt(json_array_size(cases), 0);
    return cases;
}

json_t *vectors_request(const json_t *item, bool times)
{
    json_t *request = json_deep_copy(json_object_get(item, "request"));
    json_object_set(request, "profile", json_object_get(item, "name"));
    if (!times)
        return request;
    json_t *list = json_array();
    size_t index;
    json_t *sample;
    json_array_foreach(json_object_get(json_object_get(item, "expect"), "samples"), index, sample)
        json_array_append(list, json_object_get(sample, "elapsed"));
    json_object_set_new(request, "times", list);
    return request;
}

bool vectors_compare(const json_t *item, const json_t *resolved, const json_t *sampled)
{
    const char *name = json_string_value(json_object_get(item, "name"));
    double tolerance = json_number_value(json_object_get(item, "tolerance"));
    json_t *expect = json_copy(json_object_get(item, "expect"));
    json_t *samples = json_incref(json_object_get(expect, "samples"));
    json_object_del(expect, "samples");
    char why[1024];
    bool same = compare_json(expect, resolved, tolerance, why, sizeof why);
    if (!same)
        printf("%s: resolve%s\n", name, why);
    if (samples != NULL && !compare_json(samples, json_object_get(sampled, "samples"), tolerance, why, sizeof why)) {
        printf("%s: samples%s\n", name, why);
        same = false;
    }
    json_decref(samples);
    json_decref(expect);
    return same;
}
