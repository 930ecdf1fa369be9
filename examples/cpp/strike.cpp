// strike URL PROFILE: a game's loop at 30 ticks a second, in which a character strikes at a target that walks away. Each
// tick asks where the strike would land, from a thread of its own, and uses the last answer that has come: the loop never
// waits. Where the daemon does not answer, the character strikes as it was animated.
#include "rootwarp_client.hpp"

#include <chrono>
#include <cstdio>
#include <string>
#include <thread>

namespace {

// What this game reads of an answer: the first number behind a name. A real one has a JSON reader.
double number_behind(const std::string &text, const std::string &name)
{
    const std::size_t at = text.find(name);
    return at == std::string::npos ? 0.0 : std::stod(text.substr(at + name.size()));
}

struct Character {
    std::string profile;
    double lands_at = 0.0; // along x, in the clip's units
    bool asked = false;    // an answer is under way
    int answers = 0, failures = 0;

    std::string question(double target) const
    {
        return "{\"profile\":\"" + profile + "\",\"actor\":{\"position\":[0,0,0],\"yaw\":0,\"radius\":40}," +
               "\"target\":{\"position\":[" + std::to_string(target) + ",0,0],\"radius\":40}}";
    }

    void tick(rootwarp::Asker &daemon, double target)
    {
        if (asked)
            return; // back-pressure: one question at a time
        asked = true;
        daemon.ask("/v1/resolve", question(target), [this](const rootwarp::Answer &answer) {
            asked = false;
            if (answer.status == RWC_OK) {
                lands_at = number_behind(answer.text, "\"warp_point\":{\"position\":[");
                answers++;
            } else {
                failures++;
                std::fprintf(stderr, "strike: no warp (HTTP %ld) %s\n", answer.http, answer.text.c_str());
            }
        });
    }
};

// The game is over, and may wait.
void settle(rootwarp::Asker &daemon, const Character &character)
{
    while (character.asked)
        if (daemon.deliver() == 0)
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
}

} // namespace

int main(int argc, char **argv)
{
    if (argc != 3) {
        std::fprintf(stderr, "usage: strike URL PROFILE\n");
        return 64;
    }
    rootwarp::Asker daemon({argv[1]});
    Character character{argv[2]};
    double target = 400.0;
    auto due = std::chrono::steady_clock::now();
    for (int tick = 0; tick < 15; tick++) {
        daemon.deliver();
        target += 5.0;
        character.tick(daemon, target);
        due += std::chrono::microseconds(33333);
        std::this_thread::sleep_until(due);
    }
    settle(daemon, character);
    character.tick(daemon, target); // the last word, with the target where it stopped
    settle(daemon, character);
    std::printf("the target is at %g, the strike lands at %g; %d answers, %d failures\n", target, character.lands_at,
                character.answers, character.failures);
    return character.failures == 0 ? 0 : 1;
}
