// SPDX-License-Identifier: Apache-2.0
#include "engine/remote_run/list_jobs.h"

#include <chrono>
#include <utility>

#include "engine/base/say.h"
#include "engine/remote_run/open_engine.h"

namespace throughline::remote_run {

Result<JobList> list_jobs(const Target& target, const std::string& version) {
    using namespace std::chrono_literals;
    auto engine = open_engine(target, {.act = Act::List, .version = version});
    if (!engine) {
        return std::move(engine).error();
    }
    std::string line;
    if (engine->connection->next_line(line, 60s) == LineReader::Got::Line) {
        auto answer = parse_answer(line);
        if (answer && answer->error) {
            return *answer->error;
        }
        if (answer && answer->jobs) {
            return JobList{.hello = std::move(engine->hello), .jobs = *std::move(answer->jobs)};
        }
    }
    return Error{.code = ErrorCode::Io, .what = say("the connection to '%1' broke", target.host)};
}

}  // namespace throughline::remote_run
