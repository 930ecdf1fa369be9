/* A lunge of 5 m whose animator allows 30 % more reach asks where it ends at a target 9 m away, and is followed at the
 * game's 30 ticks a second. Units are centimetres, x is forward: the space "unreal". */
#include <rootwarp/rootwarp.h>

#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    const rw_vec3 positions[] = {{0, 0, 0}, {120, 0, 0}, {380, 0, 0}, {500, 0, 0}}; /* baked, 3 samples a second */
    const rw_window attack = {"attack", 0.0, 1.0};
    rw_clip_desc desc = {.space = *rw_space_preset("unreal"), .frame_rate = 3, .sample_count = 4, .positions = positions,
                         .window_count = 1, .windows = &attack};
    const rw_clip *clip;
    size_t size = rw_clip_size(&desc);
    void *clip_memory = malloc(size); /* the library allocates nothing: memory is yours */
    if (clip_memory == NULL || rw_clip_compile(&desc, clip_memory, size, &clip, NULL) != RW_OK) return 1;

    rw_profile_desc how = rw_profile_desc_default(RW_PROFILE_REACH);
    how.window = "attack";
    how.scale_band = (rw_range){0.3, 1.3}; /* what the animator allows */
    const rw_profile *profile;
    size = rw_profile_size(&how, clip);
    void *profile_memory = malloc(size);
    if (profile_memory == NULL || rw_profile_compile(&how, clip, profile_memory, size, &profile, NULL) != RW_OK) return 1;

    rw_resolve_job job = rw_resolve_job_default(profile); /* the actor stands at the origin and faces forward */
    job.target.placement.position = (rw_vec3){900, 0, 0};
    rw_window_result window;
    rw_resolution answer = {.windows = &window, .window_capacity = 1};
    if (rw_resolve(&job, &answer, NULL) != RW_OK) return 1;
    printf("scale %.2f, %.0f cm short\n", answer.applied_scale, answer.shortfall);

    rw_sampler sampler;
    rw_sampler_init(&sampler, &answer);
    for (int tick = 0; tick / 30.0 <= answer.duration; tick++) {
        rw_sample now;
        rw_sampler_at(&sampler, tick / 30.0, &now);
        printf("%.3f s: x = %.1f cm\n", tick / 30.0, now.pose.position.x);
    }
    free(profile_memory);
    free(clip_memory);
    return 0;
}
