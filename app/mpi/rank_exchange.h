// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <vector>

#include "engine/hosts/step_exchange.h"

namespace throughline::app {

/// Sums gradients up between ranks, through host memory and MPI: in a ring, each rank sending
/// 2 (n-1)/n of them to its neighbour, or by servers, which take a part of each rank's and send the
/// sum back. Collective calls of MPI are not used: they take a communicator of the ranks of a step,
/// and making one waits for all of them, also for one that has failed.
/// Source: P. Patarasuk and X. Yuan, "Bandwidth optimal all-reduce algorithms for clusters of
/// workstations", J. Parallel Distrib. Comput. 69, 2009.
/// Thread: one owner, that of the Link. Blocks: nowhere.
class RankExchange final : public hosts::StepExchange {
public:
    RankExchange();
    ~RankExchange() override;
    RankExchange(const RankExchange&) = delete;
    RankExchange& operator=(const RankExchange&) = delete;

    void begin(const What& what) override;
    bool poll() override;
    /// Of this rank, before the first poll() after begin(); the sums once that is done.
    std::span<float> gradients() noexcept { return gradients_; }

private:
    struct Requests;
    struct Part {
        std::size_t begin = 0;
        std::size_t count = 0;
    };
    // Each gives the next messages once what is under way has come; false: there are none.
    bool next_of_ring();
    bool next_of_servers();

    Part part(std::size_t number, std::size_t parts) const;
    void send(std::size_t to, const Part& what);
    void receive(std::size_t from, float* into, std::size_t count);
    void add(const Part& to, const float* numbers);

    What what_{};
    std::size_t self_ = 0;   ///< its place among the members
    std::size_t round_ = 0;  ///< of messages
    std::vector<float> gradients_{};
    std::vector<float> taken_{};  ///< what came to be added
    std::unique_ptr<Requests> requests_;
};

}  // namespace throughline::app
