/* A catalogue of one clip and one profile, both called "brought", as GET /v1/export tells of it. */
#ifndef RW_TESTS_SUPPORT_CATALOGUE_H
#define RW_TESTS_SUPPORT_CATALOGUE_H

static const char rw_test_catalogue[] =
    "{\"format\":\"rootwarp-catalogue\",\"type\":\"catalogue\",\"version\":1}\n"
    "{\"head\":1,\"kind\":\"clip\",\"last_revision\":1,\"name\":\"brought\",\"type\":\"name\"}\n"
    "{\"content_hash\":\"eb957d4b9f5549bdcf8dffea010636884e5af3ab3993bf4b2cd6920b4901f302\","
    "\"created_at\":\"2026-11-30T04:19:52.693Z\",\"document\":{\"frame_rate\":2,"
    "\"root\":{\"positions\":[[0,0,0],[250,0,0]]},\"space\":\"unreal\",\"windows\":[{\"end\":0.5,"
    "\"name\":\"attack\",\"start\":0}]},\"kind\":\"clip\",\"name\":\"brought\",\"revision\":1,"
    "\"type\":\"revision\"}\n"
    "{\"head\":1,\"kind\":\"profile\",\"last_revision\":1,\"name\":\"brought\",\"type\":\"name\"}\n"
    "{\"clip_revision\":1,"
    "\"content_hash\":\"825b844b8e5cfdd96056c4f313c0e985dc6cdc92d358fa52184a945a37a525a4\","
    "\"created_at\":\"2026-11-30T04:19:52.760Z\",\"document\":{\"clip\":\"brought\",\"kind\":\"reach\","
    "\"scale_band\":{\"max\":2,\"min\":0.5},\"window\":\"attack\"},\"kind\":\"profile\","
    "\"name\":\"brought\",\"revision\":1,\"type\":\"revision\"}\n"
    "{\"content_hash\":\"08cd2ff59251c773b9ff7b2acb58b101d0c1a09a00f95f2365456d53767edcf5\",\"names\":2,"
    "\"revisions\":2,\"type\":\"end\"}\n";

#endif
