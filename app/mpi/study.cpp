// SPDX-License-Identifier: Apache-2.0
#include "app/mpi/study.h"

#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <csignal>
#include <cstdint>
#include <ctime>
#include <optional>
#include <utility>

#include "app/mpi/rank_exchange.h"
#include "engine/base/file_descriptor.h"
#include "engine/base/format.h"
#include "engine/base/visible_text.h"
#include "engine/hosts/messages.h"
#include "engine/hosts/node.h"
#include "engine/metrics/registry.h"

namespace throughline::app {
namespace {

enum ExitCode : int { kDone = 0, kFailed = 1, kUsage = 2, kStopped = 3 };

volatile std::sig_atomic_t asked_to_end = 0;

/// From now on signals that end a process are noted.
void note_signals() {
    struct sigaction action{};
    action.sa_handler = [](int) { asked_to_end = 1; };  // no SA_RESTART: it wakes a poll()
    for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
        ::sigaction(signal, &action, nullptr);
    }
    std::signal(SIGPIPE, SIG_IGN);  // an engine that is gone is a write error
    std::signal(SIGXFSZ, SIG_IGN);  // and so is a limit on the size of files
}

/// Until one of the engine's ends says something, a signal comes, or the time is up.
void wait(const std::array<int, 2>& fds, Nanoseconds time) {
    if (time <= Nanoseconds::zero()) {
        return;
    }
    std::array<pollfd, 2> waiting{};
    for (std::size_t i = 0; i < fds.size(); ++i) {
        waiting[i] = {.fd = fds[i], .events = POLLIN, .revents = 0};
    }
    constexpr std::int64_t kSecond = 1'000'000'000;
    const timespec most{.tv_sec = time.count() / kSecond, .tv_nsec = time.count() % kSecond};
    static_cast<void>(::ppoll(waiting.data(), waiting.size(), &most, nullptr));
}

std::string figure(const record::RunData& run, const char* key) {
    const auto found = run.metrics.find(key);
    return found == run.metrics.end() ? "-" : metrics::format_metric(key, found->second.value);
}

/// One line a run, and below it what its nodes are told of.
std::string results(const record::Study& study) {
    std::string text;
    for (const record::RunData& run : study.runs) {
        text += "Run " + std::to_string(run.started.run) + ": " +
                spec::setting_text(run.started.settings.at("node_count")) +
                (spec::integer_of(run.started.settings, "node_count") == 1 ? " node, stages "
                                                                           : " nodes, stages ") +
                spec::text_or_empty(run.started.settings, "stages") + ": " +
                (run.status == record::RunStatus::Done
                     ? figure(run, "images_per_second") + ", efficiency " +
                           figure(run, "scaling_efficiency") + ", last done " +
                           figure(run, "last_done_images_per_second") + ", start skew " +
                           figure(run, "start_skew")
                     : std::string(record::name_of(run.status))) +
                "\n";
        for (const record::Note& note : run.notes) {
            if (note.code.starts_with("nodes.")) {
                text += "  " + note.text + "\n";
            }
        }
    }
    return text;
}

int conclude(const hosts::Conductor& conductor,
             hosts::MergedRecord& record,
             const StudyPart& part) {
    const bool kept = record.begun() && !part.output.empty();
    const auto closed = record.close();
    static_cast<void>(write_all(STDOUT_FILENO, visible_text(results(record.study()))).has_value());
    for (const std::string& culprit : conductor.ending().culprits) {
        warn(culprit);
    }
    if (!closed) {
        warn(describe(closed.error()));
    }
    if (kept) {
        const std::string line = "Record: " + visible_line(part.output) + "\n";
        static_cast<void>(write_all(STDOUT_FILENO, line).has_value());
    }
    using How = hosts::Ending::How;
    const How how = conductor.ending().how;
    return how == How::Failed || !closed ? kFailed : how == How::Stopped ? kStopped : kDone;
}

}  // namespace

void warn(const std::string& text) {
    static_cast<void>(
        write_all(STDERR_FILENO, "throughline-mpi: " + visible_text(text) + "\n").has_value());
}

void dismiss(Link& link) {
    for (int rank = 1; rank < link.size() && link.rank() == 0; ++rank) {
        link.send(rank, std::string(R"({"kind":")") + hosts::kQuit + R"("})");
    }
    link.linger();
}

int take_part(const StudyPart& part, Link& link) {
    note_signals();
    std::unique_ptr<hosts::MergedRecord> record;
    std::optional<hosts::Conductor> conductor;
    if (link.rank() == 0) {
        auto opened = hosts::MergedRecord::open(part.output, part.overwrite);
        if (!opened) {
            warn(describe(opened.error()));
            link.abort(opened.error().code == ErrorCode::Usage ? kUsage : kFailed);
        }
        record = *std::move(opened);
        const auto send = [&link](int to, std::string message) {
            link.send(to, std::move(message));
        };
        conductor.emplace(part.job, *record, send, &warn, steady_now());
    }
    RankExchange exchange;
    hosts::Node node(
        {.engine = part.engine, .patience = part.job.patience.silence, .exchange = &exchange},
        [&link](std::string message) { link.send(0, std::move(message)); });
    const auto take = [&](int from, std::string_view message) {
        // What a node is told comes from rank 0, what the conductor is told from nodes; rank 0 is
        // both, and its messages to itself say to whom they are.
        if (conductor && hosts::Conductor::understands(message)) {
            conductor->receive(from, message, steady_now());
        } else {
            node.receive(message, steady_now());
        }
    };
    bool told = false;
    const auto over = [&] { return conductor ? conductor->over() : node.over(); };
    while (!over()) {
        if (asked_to_end != 0 && !std::exchange(told, true)) {
            node.stop();
            if (conductor) {
                conductor->stop(steady_now());
            }
        }
        link.poll(take);  // first: who was kept from it has heard nobody, which is no silence
        node.tick(steady_now());
        if (conductor) {
            conductor->tick(steady_now());
        }
        const auto pace = conductor ? std::min(conductor->pace(), node.pace(steady_now()))
                                    : node.pace(steady_now());
        if (!over()) {
            wait(node.fds(), pace);
        }
    }
    if (!conductor) {
        if (node.deserted()) {
            warn("rank " + std::to_string(link.rank()) + ": rank 0 does not answer");
            link.abort(kFailed);
        }
        link.set_exit_code(kDone);
        link.linger();
        return kDone;
    }
    const int exit_code = conclude(*conductor, *record, part);
    link.set_exit_code(exit_code);
    if (conductor->ending().unreachable) {
        link.abort(exit_code);
    }
    link.linger();
    return exit_code;
}

}  // namespace throughline::app
