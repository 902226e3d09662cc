// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <deque>
#include <functional>
#include <list>
#include <memory>
#include <string>
#include <string_view>

namespace throughline::app {

/// Messages between the ranks of an MPI job. Nothing here waits: a rank that waits in MPI takes a
/// whole core from what is measured. Thread: one owner.
class Link {
public:
    Link();
    Link(const Link&) = delete;
    Link& operator=(const Link&) = delete;
    /// Leaves MPI, which takes the others too: after kLeaveSeconds the process ends without.
    ~Link();

    int rank() const noexcept { return rank_; }
    int size() const noexcept { return size_; }
    /// To this rank too.
    void send(int to, std::string message);
    using Take = std::function<void(int from, std::string_view message)>;
    /// Hands over what has come, in the order in which each rank sent it, and moves on what is
    /// under way.
    void poll(const Take& take);
    /// Moves on what is under way for a moment, so that last words arrive.
    void linger();
    /// Ends all ranks, also those that do not answer.
    [[noreturn]] void abort(int exit_code);
    /// What the process ends with where leaving takes too long.
    void set_exit_code(int exit_code) noexcept;

private:
    static constexpr unsigned kLeaveSeconds = 10;
    struct Sent;
    struct Coming;

    int rank_ = 0;
    int size_ = 1;
    std::list<std::unique_ptr<Sent>> sent_;
    std::deque<std::unique_ptr<Coming>> coming_;
    std::deque<std::string> own_;  ///< to this rank itself
};

}  // namespace throughline::app
