// The C client for C++17: one that waits for its answer, and one that asks from a thread of its own, so that a game's
// thread never waits. Copy this file beside the two of clients/c, or link rootwarp_client. It throws nothing itself,
// and passes through what the standard library throws; without memory for an answer the thread ends the program.
//
//     rootwarp::Asker rootwarp({"http://127.0.0.1:7420"});
//     rootwarp.ask("/v1/resolve", question, [this](const rootwarp::Answer &answer) { … });
//     rootwarp.deliver();      // in each tick: calls what waits for an answer that has come
#ifndef ROOTWARP_CLIENT_HPP
#define ROOTWARP_CLIENT_HPP

#include "rootwarp_client.h"

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <functional>
#include <iterator>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

namespace rootwarp {

// As rwc_options; zero and "" stand for the defaults of the C client.
struct Options {
    std::string url;
    std::string token = {};
    std::string ca_file = {};
    long timeout_ms = 0;
    long patience_ms = 0;
    unsigned attempts = 0;
};

struct Answer {
    rwc_status status = RWC_UNREACHABLE;
    long http = 0;    // the status of HTTP; 0 when none came
    std::string text; // JSON: the answer, or the problem document of a refusal
};

// One connection. Belongs to one thread at a time.
class Client {
public:
    explicit Client(const Options &options)
    {
        rwc_options plain{};
        plain.url = options.url.empty() ? nullptr : options.url.c_str();
        plain.token = options.token.empty() ? nullptr : options.token.c_str();
        plain.ca_file = options.ca_file.empty() ? nullptr : options.ca_file.c_str();
        plain.timeout_ms = options.timeout_ms;
        plain.patience_ms = options.patience_ms;
        plain.attempts = options.attempts;
        client_.reset(rwc_open(&plain));
    }

    // False without a URL; every question is then RWC_UNREACHABLE.
    explicit operator bool() const { return client_ != nullptr; }

    // Asks and waits, as rwc_ask does.
    Answer ask(const std::string &path, std::string_view body)
    {
        rwc_answer said{};
        if (!client_)
            return {};
        const rwc_status status = rwc_ask(client_.get(), path.c_str(), body.data(), body.size(), &said);
        return {status, said.status, said.text != nullptr ? std::string(said.text, said.length) : std::string()};
    }

    // Many resolves in one question: {"results": […]}, in their order.
    Answer ask(const std::vector<std::string> &requests)
    {
        std::string body = "{\"requests\":[";
        for (std::size_t i = 0; i < requests.size(); i++)
            body += (i > 0 ? "," : "") + requests[i];
        return ask("/v1/resolve", body + "]}");
    }

    // Milliseconds for which the daemon has asked to be left alone.
    long wait_ms() const { return client_ ? rwc_wait_ms(client_.get()) : 0; }

private:
    struct Closer {
        void operator()(rwc_client *client) const { rwc_close(client); }
    };
    std::unique_ptr<rwc_client, Closer> client_;
};

// Asks from a thread of its own, one question after the other. All members are for the game's thread.
class Asker {
public:
    using Then = std::function<void(const Answer &)>;

    explicit Asker(const Options &options) : client_(options), thread_([this] { work(); }) {}

    // Ends after the question that is under way, at most the client's patience; what was not delivered never is.
    ~Asker()
    {
        {
            const std::lock_guard<std::mutex> lock(mutex_);
            ended_ = true;
        }
        asked_.notify_one();
        thread_.join();
    }

    Asker(const Asker &) = delete;
    Asker &operator=(const Asker &) = delete;

    // Returns at once; deliver() calls `then` when there is an answer, or none in time.
    void ask(std::string path, std::string body, Then then)
    {
        {
            const std::lock_guard<std::mutex> lock(mutex_);
            questions_.push_back({std::move(path), std::move(body), std::move(then)});
        }
        asked_.notify_one();
    }

    // Calls whatever has been answered since, in the order of the questions; returns how many. A call may ask again. One
    // that throws ends this; the answers behind it come with the next deliver().
    std::size_t deliver()
    {
        Answers ready;
        {
            const std::lock_guard<std::mutex> lock(mutex_);
            ready.swap(answers_);
        }
        const std::size_t count = ready.size();
        const Rest rest{*this, ready};
        while (!ready.empty()) {
            const auto [then, answer] = std::move(ready.front());
            ready.pop_front();
            then(answer);
        }
        return count;
    }

private:
    struct Question {
        std::string path, body;
        Then then;
    };
    using Answers = std::deque<std::pair<Then, Answer>>;

    // Puts back what was not delivered.
    struct Rest {
        Asker &asker;
        Answers &answers;

        ~Rest()
        {
            if (answers.empty())
                return;
            const std::lock_guard<std::mutex> lock(asker.mutex_);
            asker.answers_.insert(asker.answers_.begin(), std::make_move_iterator(answers.begin()),
                                  std::make_move_iterator(answers.end()));
        }
    };

    void work()
    {
        std::unique_lock<std::mutex> lock(mutex_);
        for (;;) {
            asked_.wait(lock, [this] { return ended_ || !questions_.empty(); });
            if (ended_)
                return;
            Question question = std::move(questions_.front());
            questions_.pop_front();
            lock.unlock();
            Answer answer = client_.ask(question.path, question.body);
            lock.lock();
            answers_.emplace_back(std::move(question.then), std::move(answer));
        }
    }

    Client client_;
    std::mutex mutex_;
    std::condition_variable asked_;
    std::deque<Question> questions_; // guarded by mutex_, as are the next two
    Answers answers_;
    bool ended_ = false;
    std::thread thread_; // last: it uses all the others
};

} // namespace rootwarp

#endif
