// SPDX-License-Identifier: Apache-2.0
#include "app/mpi/rank_exchange.h"

#include <mpi.h>

#include <algorithm>
#include <utility>

namespace throughline::app {
namespace {

constexpr int kGradientTag = 2;  // that of messages is 1

}  // namespace

struct RankExchange::Requests {
    std::vector<MPI_Request> all{};
};

RankExchange::RankExchange() : requests_(std::make_unique<Requests>()) {}

RankExchange::~RankExchange() {
    int done = 1;
    auto& all = requests_->all;
    if (!all.empty()) {
        MPI_Testall(static_cast<int>(all.size()), all.data(), &done, MPI_STATUSES_IGNORE);
    }
    if (done == 0) {
        // Some rank has failed: MPI may write there until the process ends.
        static_cast<void>(new std::vector<float>(std::move(gradients_)));
        static_cast<void>(new std::vector<float>(std::move(taken_)));
    }
}

RankExchange::Part RankExchange::part(std::size_t number, std::size_t parts) const {
    const std::size_t begin = gradients_.size() * number / parts;
    return {.begin = begin, .count = gradients_.size() * (number + 1) / parts - begin};
}

void RankExchange::send(std::size_t to, const Part& what) {
    MPI_Isend(gradients_.data() + what.begin,
              static_cast<int>(what.count),
              MPI_FLOAT,
              what_.members[to],
              kGradientTag,
              MPI_COMM_WORLD,
              &requests_->all.emplace_back(MPI_REQUEST_NULL));
}

void RankExchange::receive(std::size_t from, float* into, std::size_t count) {
    MPI_Irecv(into,
              static_cast<int>(count),
              MPI_FLOAT,
              what_.members[from],
              kGradientTag,
              MPI_COMM_WORLD,
              &requests_->all.emplace_back(MPI_REQUEST_NULL));
}

void RankExchange::add(const Part& to, const float* numbers) {
    float* const sums = gradients_.data() + to.begin;
    for (std::size_t i = 0; i < to.count; ++i) {
        sums[i] += numbers[i];
    }
}

void RankExchange::begin(const What& what) {
    what_ = what;
    self_ = static_cast<std::size_t>(std::ranges::find(what_.members,
                                                       [] {
                                                           int rank = 0;
                                                           MPI_Comm_rank(MPI_COMM_WORLD, &rank);
                                                           return rank;
                                                       }()) -
                                     what_.members.begin());
    what_.servers = std::min(what_.servers, static_cast<std::uint32_t>(what_.members.size()));
    gradients_.resize(std::max<std::size_t>(1, what_.bytes / sizeof(float)));
    round_ = 0;
}

bool RankExchange::poll() {
    for (;;) {
        int done = 1;
        auto& all = requests_->all;
        if (!all.empty()) {
            MPI_Testall(static_cast<int>(all.size()), all.data(), &done, MPI_STATUSES_IGNORE);
        }
        if (done == 0) {
            return false;
        }
        all.clear();
        if (!(what_.servers > 0 ? next_of_servers() : next_of_ring())) {
            return true;
        }
    }
}

/// Round s < n-1: the part that came in the round before goes on to the right, with ours added;
/// from then on whole sums go round.
bool RankExchange::next_of_ring() {
    const std::size_t n = what_.members.size();
    const std::size_t right = (self_ + 1) % n;
    const std::size_t left = (self_ + n - 1) % n;
    const std::size_t round = round_++;
    if (round > 0 && round < n) {
        add(part((self_ + n - round) % n, n), taken_.data());
    }
    if (round >= 2 * (n - 1)) {
        return false;
    }
    const Part out = part((self_ + 2 * n - round) % n, n);
    const Part in = part((self_ + 2 * n - round - 1) % n, n);
    if (round + 1 < n) {
        taken_.resize(in.count);
        receive(left, taken_.data(), in.count);
    } else {
        receive(left, gradients_.data() + in.begin, in.count);
    }
    send(right, out);
    return true;
}

/// First every member sends each server its part, then each server sends the sum back to all.
bool RankExchange::next_of_servers() {
    const std::size_t n = what_.members.size();
    const std::size_t servers = what_.servers;
    const bool serves = self_ < servers;
    const Part own = serves ? part(self_, servers) : Part{};
    const std::size_t round = round_++;
    if (round == 0) {
        taken_.resize(own.count * (n - 1));
        for (std::size_t member = 0, place = 0; member < n && serves; ++member) {
            if (member != self_) {
                receive(member, taken_.data() + own.count * place++, own.count);
            }
        }
        for (std::size_t server = 0; server < servers; ++server) {
            if (server != self_) {
                send(server, part(server, servers));
            }
        }
        return true;
    }
    if (round > 1) {
        return false;
    }
    for (std::size_t place = 0; place + 1 < n && serves; ++place) {
        add(own, taken_.data() + own.count * place);
    }
    for (std::size_t server = 0; server < servers; ++server) {
        if (server != self_) {
            const Part of_server = part(server, servers);
            receive(server, gradients_.data() + of_server.begin, of_server.count);
        }
    }
    for (std::size_t member = 0; member < n && serves; ++member) {
        if (member != self_) {
            send(member, own);
        }
    }
    return true;
}

}  // namespace throughline::app
