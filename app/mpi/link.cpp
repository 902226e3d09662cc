// SPDX-License-Identifier: Apache-2.0
#include "app/mpi/link.h"

#include <mpi.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <set>
#include <utility>
#include <vector>

#include "app/mpi/launcher_watch.h"
#include "engine/base/clock.h"
#include "engine/base/pause.h"

namespace throughline::app {
namespace {

constexpr int kTag = 1;
constexpr std::chrono::seconds kLauncherPatience{5};
constexpr auto kLinger = std::chrono::milliseconds(100);

std::atomic<int> exit_code_of_process{1};  // until it is known: failed

}  // namespace

struct Link::Sent {
    std::string message;
    MPI_Request request = MPI_REQUEST_NULL;
};

struct Link::Coming {
    int from = 0;
    std::vector<char> message;
    MPI_Request request = MPI_REQUEST_NULL;
};

Link::Link() {
    MPI_Init(nullptr, nullptr);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank_);
    MPI_Comm_size(MPI_COMM_WORLD, &size_);
}

Link::~Link() {
    std::signal(SIGALRM, [](int) { ::_exit(exit_code_of_process); });
    ::alarm(kLeaveSeconds);
    MPI_Finalize();
    ::alarm(0);
}

void Link::send(int to, std::string message) {
    if (to == rank_) {
        own_.push_back(std::move(message));
        return;
    }
    auto& sent = *sent_.emplace_back(std::make_unique<Sent>());
    sent.message = std::move(message);
    MPI_Isend(sent.message.data(),
              static_cast<int>(sent.message.size()),
              MPI_CHAR,
              to,
              kTag,
              MPI_COMM_WORLD,
              &sent.request);
}

void Link::poll(const Take& take) {
    for (std::size_t left = own_.size(); left > 0; --left) {
        const std::string message = std::move(own_.front());
        own_.pop_front();
        take(rank_, message);
    }
    for (int there = 1; there != 0;) {
        MPI_Message handle = MPI_MESSAGE_NULL;
        MPI_Status status{};
        there = 0;
        MPI_Improbe(MPI_ANY_SOURCE, kTag, MPI_COMM_WORLD, &there, &handle, &status);
        if (there != 0) {
            int bytes = 0;
            MPI_Get_count(&status, MPI_CHAR, &bytes);
            auto& coming = *coming_.emplace_back(std::make_unique<Coming>());
            coming.from = status.MPI_SOURCE;
            coming.message.resize(static_cast<std::size_t>(bytes));
            MPI_Imrecv(coming.message.data(), bytes, MPI_CHAR, &handle, &coming.request);
        }
    }
    std::set<int> behind;  // a longer message of theirs is still under way
    for (auto one = coming_.begin(); one != coming_.end();) {
        Coming& coming = **one;
        int done = 0;
        if (!behind.contains(coming.from)) {
            MPI_Test(&coming.request, &done, MPI_STATUS_IGNORE);
        }
        if (done == 0) {
            behind.insert(coming.from);
            ++one;
            continue;
        }
        const auto whole = std::move(*one);
        one = coming_.erase(one);
        take(whole->from, {whole->message.data(), whole->message.size()});
    }
    std::erase_if(sent_, [](const std::unique_ptr<Sent>& sent) {
        int done = 0;
        MPI_Test(&sent->request, &done, MPI_STATUS_IGNORE);
        return done != 0;
    });
}

void Link::linger() {
    const SteadyTime end = steady_now() + kLinger;
    while (!sent_.empty() && steady_now() < end) {
        poll([](int, std::string_view) {});
        pause_for(std::chrono::milliseconds(1), {});
    }
}

void Link::abort(int exit_code) {
    end_launcher_after(kLauncherPatience);
    MPI_Abort(MPI_COMM_WORLD, exit_code);
    ::_exit(exit_code);
}

void Link::set_exit_code(int exit_code) noexcept {
    exit_code_of_process = exit_code;
}

}  // namespace throughline::app
