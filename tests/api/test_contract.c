/* The route table and the contract name the same operations, with the same parameters and media types. */
#include <check.h>
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "http/http.h"
#include "http/openapi_document.h"
#include "pointer.h"
#include "schema.h"

static json_t *load_contract(void)
{
    json_error_t error;
    json_t *contract =
        json_loadb(rw_http_openapi_document, rw_http_openapi_document_size, JSON_REJECT_DUPLICATES, &error);
    ck_assert_msg(contract != NULL, "line %d: %s", error.line, error.text);
    return contract;
}

static void lower_method(rw_http_method method, char out[16])
{
    const char *name = rw_http_method_name(method);
    size_t i = 0;
    for (; name[i] != '\0' && i < 15; i++)
        out[i] = (char)tolower((unsigned char)name[i]);
    out[i] = '\0';
}

static json_t *operation_of(json_t *contract, const rw_http_route *route)
{
    char method[16];
    lower_method(route->method, method);
    json_t *item = json_object_get(json_object_get(contract, "paths"), route->template);
    return json_object_get(item, method);
}

START_TEST(routes__are_all_in_the_contract)
{
    json_t *contract = load_contract();
    size_t count = 0;
    const rw_http_route *routes = rw_http_routes(&count);
    ck_assert_uint_gt(count, 0);
    for (size_t i = 0; i < count; i++)
        ck_assert_msg(operation_of(contract, &routes[i]) != NULL, "%s %s is not in the contract",
                      rw_http_method_name(routes[i].method), routes[i].template);
    json_decref(contract);
}
END_TEST

static const rw_http_route *route_of(const char *method, const char *template)
{
    size_t count = 0;
    const rw_http_route *routes = rw_http_routes(&count);
    for (size_t i = 0; i < count; i++) {
        char name[16];
        lower_method(routes[i].method, name);
        if (strcmp(name, method) == 0 && strcmp(routes[i].template, template) == 0)
            return &routes[i];
    }
    return NULL;
}

START_TEST(contract__has_nothing_that_is_not_routed)
{
    static const char *const methods[] = {"get", "put", "post", "delete", "patch", "head", "options", "trace"};
    json_t *contract = load_contract();
    const char *template;
    json_t *item;
    json_object_foreach(json_object_get(contract, "paths"), template, item)
    {
        for (size_t i = 0; i < sizeof methods / sizeof methods[0]; i++)
            ck_assert_msg(json_object_get(item, methods[i]) == NULL || route_of(methods[i], template) != NULL,
                          "%s %s is in the contract only", methods[i], template);
    }
    json_decref(contract);
}
END_TEST

/* Names of an operation's parameters in one place ("query", "path"), as the keys of an object. */
static json_t *parameters_of(json_t *contract, json_t *item, json_t *operation, const char *place)
{
    json_t *names = json_object();
    json_t *lists[] = {json_object_get(item, "parameters"), json_object_get(operation, "parameters")};
    for (size_t l = 0; l < 2; l++) {
        size_t index;
        json_t *parameter;
        json_array_foreach(lists[l], index, parameter)
        {
            json_t *followed = schema_follow(contract, parameter);
            const char *in = json_string_value(json_object_get(followed, "in"));
            ck_assert_ptr_nonnull(in);
            if (strcmp(in, place) == 0)
                json_object_set_new(names, json_string_value(json_object_get(followed, "name")), json_true());
        }
    }
    return names;
}

START_TEST(routes__take_the_parameters_of_the_contract)
{
    json_t *contract = load_contract();
    size_t count = 0;
    const rw_http_route *routes = rw_http_routes(&count);
    for (size_t i = 0; i < count; i++) {
        json_t *item = json_object_get(json_object_get(contract, "paths"), routes[i].template);
        json_t *names = parameters_of(contract, item, operation_of(contract, &routes[i]), "query");
        size_t allowed = 0;
        for (; routes[i].query != NULL && routes[i].query[allowed] != NULL; allowed++)
            ck_assert_msg(json_object_get(names, routes[i].query[allowed]) != NULL,
                          "%s: the parameter %s is not in the contract", routes[i].template,
                          routes[i].query[allowed]);
        ck_assert_msg(json_object_size(names) == allowed, "%s %s: the contract has %zu query parameters, the route %zu",
                      rw_http_method_name(routes[i].method), routes[i].template, json_object_size(names), allowed);
        json_decref(names);

        names = parameters_of(contract, item, operation_of(contract, &routes[i]), "path");
        size_t braces = 0;
        for (const char *at = routes[i].template; *at != '\0'; at++)
            braces += *at == '{';
        ck_assert_msg(json_object_size(names) == braces, "%s: the contract describes %zu of %zu path parameters",
                      routes[i].template, json_object_size(names), braces);
        json_decref(names);
    }
    json_decref(contract);
}
END_TEST

/* The scopes that an operation's security names: RW_HTTP_PUBLIC for none at all, RW_HTTP_ANY_TOKEN for an empty list. */
static unsigned scopes_of(json_t *operation)
{
    json_t *security = json_object_get(operation, "security");
    ck_assert_msg(json_is_array(security), "an operation does not say what token it needs");
    if (json_array_size(security) == 0)
        return RW_HTTP_PUBLIC;
    ck_assert_uint_eq(json_array_size(security), 1);
    json_t *names = json_object_get(json_array_get(security, 0), "token");
    ck_assert(json_is_array(names));
    if (json_array_size(names) == 0)
        return RW_HTTP_ANY_TOKEN;
    unsigned scopes = 0;
    ck_assert_uint_eq(json_array_size(names), 1);
    ck_assert(rw_scopes_parse(json_string_value(json_array_get(names, 0)), &scopes));
    return scopes;
}

START_TEST(routes__ask_for_the_scopes_of_the_contract)
{
    json_t *contract = load_contract();
    size_t count = 0;
    const rw_http_route *routes = rw_http_routes(&count);
    for (size_t i = 0; i < count; i++)
        ck_assert_msg(scopes_of(operation_of(contract, &routes[i])) == routes[i].scopes,
                      "%s %s: route and contract disagree about the token", rw_http_method_name(routes[i].method),
                      routes[i].template);
    json_decref(contract);
}
END_TEST

/* What a stranger may see, in full: a route that joins the list does so on purpose. */
START_TEST(routes__that_are_public_are_these)
{
    static const char *const public[] = {"/",           "/livez", "/readyz",     "/openapi.json",
                                         "/assets/{file}", "/docs",  "/docs/errors"};
    size_t count = 0, found = 0;
    const rw_http_route *routes = rw_http_routes(&count);
    for (size_t i = 0; i < count; i++) {
        bool listed = false;
        for (size_t j = 0; j < sizeof public / sizeof *public; j++)
            listed = listed || strcmp(routes[i].template, public[j]) == 0;
        ck_assert_msg(listed == (routes[i].scopes == RW_HTTP_PUBLIC), "%s", routes[i].template);
        ck_assert_msg(!listed || routes[i].method == RW_HTTP_GET, "%s", routes[i].template);
        found += listed ? 1 : 0;
        if (routes[i].method == RW_HTTP_PUT || routes[i].method == RW_HTTP_DELETE)
            ck_assert_msg((routes[i].scopes & (RW_SCOPE_READ | RW_SCOPE_RESOLVE)) == 0, "%s", routes[i].template);
    }
    ck_assert_uint_eq(found, sizeof public / sizeof *public);
}
END_TEST

START_TEST(routes__take_bodies_where_the_contract_says)
{
    json_t *contract = load_contract();
    size_t count = 0;
    const rw_http_route *routes = rw_http_routes(&count);
    for (size_t i = 0; i < count; i++) {
        json_t *operation = operation_of(contract, &routes[i]);
        json_t *body = schema_follow(contract, json_object_get(operation, "requestBody"));
        bool wanted = (routes[i].flags & (RW_HTTP_BODY_REQUIRED | RW_HTTP_BODY_OPTIONAL)) != 0;
        ck_assert_msg((body != NULL) == wanted, "%s %s: route and contract disagree about a body",
                      rw_http_method_name(routes[i].method), routes[i].template);
        if (body != NULL)
            ck_assert_int_eq(json_is_true(json_object_get(body, "required")),
                             (routes[i].flags & RW_HTTP_BODY_REQUIRED) != 0);
    }
    json_decref(contract);
}
END_TEST

/* Walks every value of the document; each $ref must lead somewhere. */
static void follow_all(json_t *contract, json_t *value)
{
    const char *key;
    size_t index;
    json_t *child;
    const char *reference = json_string_value(json_object_get(value, "$ref"));
    if (reference != NULL)
        ck_assert_msg(reference[0] == '#' && pointer_get(contract, reference + 1) != NULL, "%s leads nowhere",
                      reference);
    json_object_foreach(value, key, child)
        follow_all(contract, child);
    json_array_foreach(value, index, child)
        follow_all(contract, child);
}

START_TEST(contract__is_openapi_3_1_and_its_references_lead_somewhere)
{
    json_t *contract = load_contract();
    const char *version = json_string_value(json_object_get(contract, "openapi"));
    ck_assert_ptr_nonnull(version);
    ck_assert_int_eq(strncmp(version, "3.1.", 4), 0);
    follow_all(contract, contract);
    json_decref(contract);
}
END_TEST

/* Lints every schema that an operation or a component holds; prints all that is wrong. */
static size_t lint_all(json_t *contract, json_t *value, const char *place)
{
    size_t wrong = 0;
    const char *key;
    size_t index;
    json_t *child;
    char why[1024];
    json_object_foreach(value, key, child)
    {
        if (strcmp(key, "example") == 0 || strcmp(key, "examples") == 0)
            continue;
        char at[512];
        snprintf(at, sizeof at, "%.400s/%.100s", place, key);
        if (strcmp(key, "schema") == 0) {
            bool sound = schema_lint(contract, child, at, why, sizeof why);
            if (!sound)
                printf("%s\n", why);
            wrong += !sound;
        } else {
            wrong += lint_all(contract, child, at);
        }
    }
    json_array_foreach(value, index, child)
        wrong += lint_all(contract, child, place);
    return wrong;
}

START_TEST(contract__has_sound_schemas_and_a_unit_for_every_number)
{
    json_t *contract = load_contract();
    size_t wrong = lint_all(contract, json_object_get(contract, "paths"), "paths");
    json_t *components = json_object_get(contract, "components");
    const char *name;
    json_t *schema;
    char why[1024];
    json_object_foreach(json_object_get(components, "schemas"), name, schema)
    {
        bool sound = schema_lint(contract, schema, name, why, sizeof why);
        if (!sound)
            printf("%s\n", why);
        wrong += !sound;
    }
    wrong += lint_all(contract, json_object_get(components, "parameters"), "parameters");
    wrong += lint_all(contract, json_object_get(components, "responses"), "responses");
    ck_assert_msg(wrong == 0, "%zu schemas of the contract are not sound, see above", wrong);
    json_decref(contract);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("contract");
    TCase *cases = tcase_create("contract");
    tcase_add_test(cases, routes__are_all_in_the_contract);
    tcase_add_test(cases, contract__has_nothing_that_is_not_routed);
    tcase_add_test(cases, routes__take_the_parameters_of_the_contract);
    tcase_add_test(cases, routes__take_bodies_where_the_contract_says);
    tcase_add_test(cases, routes__ask_for_the_scopes_of_the_contract);
    tcase_add_test(cases, routes__that_are_public_are_these);
    tcase_add_test(cases, contract__is_openapi_3_1_and_its_references_lead_somewhere);
    tcase_add_test(cases, contract__has_sound_schemas_and_a_unit_for_every_number);
    suite_add_tcase(suite, cases);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_ENV);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
