// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/clock.h"
#include "engine/hosts/clock_offset.h"
#include "engine/hosts/merged_record.h"
#include "engine/hosts/node_feed.h"
#include "engine/hosts/node_groups.h"
#include "engine/hosts/node_part.h"
#include "engine/hosts/step_lead.h"
#include "engine/spec/spec.h"

namespace throughline::hosts {

/// How long is waited before something counts as failed.
struct Patience {
    Nanoseconds silence = std::chrono::seconds(10);       ///< for any word of a node
    Nanoseconds hello = std::chrono::seconds(60);         ///< for its first
    Nanoseconds preparing = std::chrono::seconds(900);    ///< for an engine that prepares, silently
    Nanoseconds ending = std::chrono::seconds(8);         ///< for what was told to stop
    Nanoseconds notice = std::chrono::milliseconds(500);  ///< for a node's word that it stops
};

/// A study of several nodes.
struct Job {
    spec::StudySpec spec{};
    int nodes = 1;
    std::vector<int> counts{};  ///< of nodes that measure together, one group after the other
    DataUse use = DataUse::Share;
    bool force = false;  ///< beside other measurements
    Patience patience{};
};

/// How a study of several nodes ended.
struct Ending {
    enum class How : std::uint8_t { Done, Failed, Stopped };
    How how = How::Done;
    std::vector<std::string> culprits{};  ///< "NODE: what became of it"
    bool unreachable = false;             ///< a node does not answer: the job can only be aborted
};

/// Leads the nodes through a study and makes one record of what they measure. It asks their
/// versions, sets their clocks against the first node's before each repeat, lets them begin at one
/// moment, and names the one that fails or falls silent. Nothing here waits: messages and the time
/// come from outside. Thread: one owner. Blocks: on the record's disk between runs.
class Conductor {
public:
    using Send = std::function<void(int node, std::string message)>;
    /// Hears how far it is, as a line.
    using Tell = std::function<void(const std::string& line)>;
    Conductor(Job job, MergedRecord& record, Send send, Tell tell, SteadyTime now);

    /// Whether a message is a node's to a conductor: rank 0 is both.
    static bool understands(std::string_view message);
    void receive(int node, std::string_view message, SteadyTime now);
    void tick(SteadyTime now);
    /// A signal asked for an end. Who of the nodes says nothing to that within Patience::notice is
    /// the reason for it: mpirun ends all ranks when one of them dies.
    void stop(SteadyTime now);
    bool over() const noexcept { return stage_ == Stage::Over; }
    const Ending& ending() const noexcept { return ending_; }
    /// How long nothing need be done for it; zero: clocks are being asked.
    Nanoseconds pace() const noexcept;

private:
    enum class Stage : std::uint8_t { Greeting, Measuring, Clocks, Ending, Over };
    struct Member {
        std::string name{};
        spec::Settings facts{};
        std::string version{};
        bool greeted = false;
        bool ended = true;      ///< no engine of its runs, or its engine of this group has ended
        bool stopping = false;  ///< it has said so
        std::optional<SteadyTime> left{};  ///< when it, or its engine, stopped without our word
        std::string failure{};
        SteadyTime heard{};  ///< any word of it
        SteadyTime moved{};  ///< a word of its engine
        NodeFeed feed{};
        std::uint64_t missed = 0;            ///< lines of its engine, that runs have said of
        std::map<RepeatKey, Begun> begun{};  ///< by the first node's clock
        ClockOffset clock{};
        std::vector<ClockExchange> exchanges{};
        SteadyTime pinged{};

        /// Whether its engine waits to begin a repeat.
        bool waits() const { return !ended && feed.held().has_value(); }
        bool left_alone() const { return left.has_value(); }
    };

    void hear_hello(Member& member, std::string_view message);
    void hear_lines(Member& member, std::string_view message, SteadyTime now);
    void hear_pong(int node, std::string_view message, SteadyTime now);
    void check_versions(SteadyTime now);
    void begin_group(SteadyTime now);
    void check_data(SteadyTime now);
    void look_at_group(SteadyTime now);
    void merge_what_ended(bool all);
    void blame(const std::vector<NodePart>& parts, int run);
    void begin_record();
    const record::RunData* fewest_before(const record::RunData& run) const;
    void note_nodes(record::RunData& run, const std::vector<NodePart>& parts);
    void ask_clocks(SteadyTime now);
    void ping(int node, SteadyTime now);
    void let_begin(SteadyTime now);
    void watch(SteadyTime now);
    void fail(Member& member, const std::string& what, SteadyTime now);
    void end(SteadyTime now);
    bool is_answered(SteadyTime now);
    void look_at_ending(SteadyTime now);
    void conclude();
    void tell_progress(SteadyTime now);
    RepeatKey in_order(const RepeatKey& key) const;
    int group_size() const { return job_.counts[group_]; }
    std::span<Member> group() {
        return std::span(members_).first(static_cast<std::size_t>(group_size()));
    }

    Job job_;
    MergedRecord& record_;
    Send send_;
    Tell tell_;
    StepLead steps_;
    std::vector<Member> members_;
    std::string together_;  ///< what the engines of this study know each other by
    Stage stage_ = Stage::Greeting;
    std::size_t group_ = 0;
    int runs_before_ = 0;          ///< of former groups
    int merged_ = 0;               ///< of this group
    std::vector<int> machines_{};  ///< that its nodes are on
    SteadyTime since_{};           ///< when the stage began
    SteadyTime told_{};
    bool stopped_ = false;  ///< by a signal
    Ending ending_{};
};

}  // namespace throughline::hosts
