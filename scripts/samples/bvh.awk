# Writes a BVH file (Y up, facing +Z, centimetres) of a small figure whose root runs through the key
# poses on standard input, one a line: "seconds forward height lean", lengths in centimetres, the lean of
# its spine in degrees. Between two keys everything eases in and out.
BEGIN { frames_per_second = 30 }
/^[ \t]*(#|$)/ { next }
{ n++; time[n] = $1; forward[n] = $2; height[n] = $3; lean[n] = $4 }
function between(a, b, w) { return a + (b - a) * w * w * (3 - 2 * w) }
END {
    print "HIERARCHY"
    print "ROOT root"
    print "{"
    print "  OFFSET 0 0 0"
    print "  CHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation"
    print "  JOINT hips"
    print "  {"
    print "    OFFSET 0 95 0"
    print "    CHANNELS 3 Zrotation Xrotation Yrotation"
    print "    JOINT spine"
    print "    {"
    print "      OFFSET 0 25 0"
    print "      CHANNELS 3 Zrotation Xrotation Yrotation"
    print "      End Site"
    print "      {"
    print "        OFFSET 0 50 0"
    print "      }"
    print "    }"
    print "  }"
    print "}"
    count = int(time[n] * frames_per_second + 0.5) + 1
    print "MOTION"
    print "Frames: " count
    printf "Frame Time: %.10f\n", 1 / frames_per_second
    k = 1
    for (frame = 0; frame < count; frame++) {
        t = frame / frames_per_second
        while (k < n - 1 && t > time[k + 1] + 1e-9) k++
        w = (t - time[k]) / (time[k + 1] - time[k])
        if (w > 1) w = 1
        printf "0 %.6f %.6f 0 0 0 0 0 0 0 %.6f 0\n", between(height[k], height[k + 1], w),
            between(forward[k], forward[k + 1], w), between(lean[k], lean[k + 1], w)
    }
}
