// SPDX-License-Identifier: Apache-2.0
#include "engine/remote_run/server.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <string>
#include <thread>
#include <utility>

#include "engine/base/file_descriptor.h"
#include "engine/remote_run/job_folder.h"
#include "engine/remote_run/line_reader.h"
#include "engine/remote_run/messages.h"
#include "tests/fixtures/temporary_folder.h"

namespace throughline::remote_run {
namespace {

constexpr std::chrono::seconds kPatienceOfServer{60};

std::pair<UniqueFd, UniqueFd> pipe_ends() {
    std::array<int, 2> ends{};
    EXPECT_EQ(::pipe2(ends.data(), O_CLOEXEC), 0);
    return {UniqueFd(ends[0]), UniqueFd(ends[1])};
}

// Goal: who follows a run whose record somebody else has fetched is told so, and does not wait for
// ever. Method: a run whose lock is held, as by one that is measured, and whose folder goes.
TEST(Server, ARunThatIsGoneIsSaidToThoseWhoFollowIt) {
    const fixtures::TemporaryFolder root;
    const std::string id = "0a1b2c3d-0000-4000-8000-000000000001";
    auto made = JobFolder::make(root.path(), {.act = Act::Run, .id = id, .spec_json = "{}"});
    ASSERT_TRUE(made) << made.error().what;
    auto [its_input, to_its_input] = pipe_ends();
    auto [answers, its_output] = pipe_ends();
    Result<void> served;
    std::jthread server([&, in = its_input.get(), out = its_output.get()] {
        served = serve({.in = in, .out = out, .root = root.path(), .version = "0.1.0"});
    });
    UniqueFd requests = std::move(to_its_input);  // goes before the server is waited for
    const Request follow{.act = Act::Follow, .version = "0.1.0", .id = id};
    ASSERT_TRUE(write_all(requests.get(), to_line(follow)));
    LineReader reader(answers.get());
    std::string line;
    ASSERT_EQ(reader.next(line, kPatienceOfServer), LineReader::Got::Line);  // the hello
    ASSERT_EQ(reader.next(line, kPatienceOfServer), LineReader::Got::Line);
    const auto begun = parse_answer(line);
    ASSERT_TRUE(begun && begun->begun) << line;

    ASSERT_TRUE(made->job.remove());
    EXPECT_EQ(reader.next(line, kPatienceOfServer), LineReader::Got::Line);
    requests.reset();  // it ends in any case
    server.join();
    const auto gone = parse_answer(line);
    ASSERT_TRUE(gone && gone->error) << line;
    EXPECT_EQ(gone->error->code, ErrorCode::NotFound);
    EXPECT_FALSE(served);
}

}  // namespace
}  // namespace throughline::remote_run
