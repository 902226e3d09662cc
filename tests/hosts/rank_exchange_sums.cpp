// SPDX-License-Identifier: Apache-2.0
// Under mpirun: exchanges gradients of several sizes in a ring and by servers, among all ranks and
// among all but the last, and ends with 1 where a sum is not what it has to be.
#include <mpi.h>

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <numeric>
#include <vector>

#include "app/mpi/rank_exchange.h"

namespace {

using throughline::app::RankExchange;

/// Number `i` of rank `r` is (r + 1) (i mod 7): the sums are whole numbers.
bool sums_are_right(RankExchange& exchange, int rank, const RankExchange::What& what) {
    exchange.begin(what);
    auto gradients = exchange.gradients();
    for (std::size_t i = 0; i < gradients.size(); ++i) {
        gradients[i] = static_cast<float>((rank + 1) * static_cast<int>(i % 7));
    }
    while (!exchange.poll()) {
    }
    int factor = 0;
    for (const int member : what.members) {
        factor += member + 1;
    }
    for (std::size_t i = 0; i < gradients.size(); ++i) {
        if (gradients[i] != static_cast<float>(factor * static_cast<int>(i % 7))) {
            std::fprintf(stderr, "rank %d, %zu of %zu\n", rank, i, gradients.size());
            return false;
        }
    }
    return true;
}

}  // namespace

int main() {
    MPI_Init(nullptr, nullptr);
    int rank = 0;
    int size = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    bool right = true;
    {
        RankExchange exchange;
        for (const int count : {size, size - 1}) {
            std::vector<int> members(static_cast<std::size_t>(count));
            std::iota(members.begin(), members.end(), 0);
            if (rank >= count || count < 2) {
                continue;
            }
            for (const std::uint64_t bytes : {4U, 40U, 4'000'004U}) {
                for (const std::uint32_t servers : {0U, 1U, 2U, 99U}) {
                    right =
                        sums_are_right(exchange,
                                       rank,
                                       {.members = members, .bytes = bytes, .servers = servers}) &&
                        right;
                }
            }
        }
    }
    MPI_Finalize();
    return right ? 0 : 1;
}
