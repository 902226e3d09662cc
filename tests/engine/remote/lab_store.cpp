// SPDX-License-Identifier: Apache-2.0
#include "tests/engine/remote/lab_store.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <array>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <utility>

#include "engine/base/child_process.h"
#include "engine/remote/client.h"

namespace throughline::remote {

namespace fs = std::filesystem;

LabStore::LabStore(std::vector<std::string> arguments, std::string server)
    : arguments_(std::move(arguments)), server_(std::move(server)) {
    std::string name = (fs::temp_directory_path() / "throughline-lab-XXXXXX").string();
    EXPECT_NE(::mkdtemp(name.data()), nullptr);
    folder_ = name;
    fs::create_directories(folder_ + "/data");
}

LabStore::~LabStore() {
    stop();
    std::error_code ignored;
    fs::remove_all(folder_, ignored);
}

void LabStore::put(const std::string& key, const std::string& content) const {
    const fs::path path = fs::path(folder_) / "data" / key;
    fs::create_directories(path.parent_path());
    std::ofstream(path, std::ios::binary) << content;
}

void LabStore::start() {
    std::array<int, 2> to{};
    std::array<int, 2> from{};
    ASSERT_EQ(::pipe2(to.data(), O_CLOEXEC), 0);
    ASSERT_EQ(::pipe2(from.data(), O_CLOEXEC), 0);
    const UniqueFd its_stdin(to[0]);
    const UniqueFd its_stdout(from[1]);
    const UniqueFd ours(from[0]);
    stdin_.reset(to[1]);
    ChildStart start{.command = {PYTHON, LAB "/" + server_, "--root", folder_},
                     .descriptors = {{its_stdin.get(), 0}, {its_stdout.get(), 1}}};
    start.command.insert(start.command.end(), arguments_.begin(), arguments_.end());
    auto child = start_child(start);
    ASSERT_TRUE(child) << describe(child.error());
    child_ = *child;
    std::string line;
    for (char c = 0; ::read(ours.get(), &c, 1) == 1 && c != '\n';) {
        line += c;
        if (line.size() > 64) {
            break;
        }
    }
    ASSERT_TRUE(line.starts_with("port ")) << line;
    port_ = std::atoi(line.c_str() + 5);
}

void LabStore::stop() {
    stdin_.reset();  // which ends it
    if (child_ > 0 && !await_child(child_, std::chrono::seconds(5))) {
        kill_child(child_);
    }
    child_ = -1;
}

std::string LabStore::in_hdfs(const std::string& prefix) const {
    return "webhdfs://127.0.0.1:" + std::to_string(port_) + "/data/" + prefix;
}

Access LabStore::access() const {
    Access access;
    access.endpoint = endpoint();
    access.retry = {.attempts_max = 30,
                    .slow_down_base_s = 0.002,
                    .try_again_base_s = 0.001,
                    .wait_max_s = 0.05};
    return access;
}

std::map<std::string, std::string> LabStore::right_keys() {
    return {{"AWS_ACCESS_KEY_ID", "lab"}, {"AWS_SECRET_ACCESS_KEY", "labsecret"}};
}

std::shared_ptr<Store> LabStore::open(const std::string& prefix) const {
    return open("s3://data/" + prefix, access(), right_keys());
}

std::shared_ptr<Store> LabStore::open(const std::string& path,
                                      const Access& access,
                                      const std::map<std::string, std::string>& environment) const {
    auto store = open_store(path, access, [environment](const char* name) {
        const auto found = environment.find(name);
        return found == environment.end() ? std::string() : found->second;
    });
    EXPECT_TRUE(store) << describe(store.error());
    return *std::move(store);
}

std::map<std::string, std::uint64_t> LabStore::told(const std::string& name) const {
    auto store = open(endpoint() + "/" + name, {}, {});
    auto client = Client::make(store, 1, 1);
    EXPECT_TRUE(client);
    std::string text;
    const auto reply = ask(**client, {.key = name, .text = &text, .text_bytes_max = 1U << 20U}, {});
    EXPECT_TRUE(reply) << describe(reply.error());
    return nlohmann::json::parse(text).get<std::map<std::string, std::uint64_t>>();
}

LabSeeds lab_seeds() {
    const char* const wanted =
        std::getenv("THROUGHLINE_LAB_SEEDS");  // NOLINT(concurrency-mt-unsafe)
    return wanted == nullptr ? LabSeeds{} : LabSeeds{std::atoi(wanted), 2000};
}

void CountedAnswers::add(const TrafficCounts& counts) {
    sum_ += counts;
}

std::string CountedAnswers::text() const {
    std::string text = std::to_string(sum_.requests()) + " requests, of them " +
                       std::to_string(sum_.retries) + " sent again, " + std::to_string(sum_.bytes) +
                       " bytes used, " + std::to_string(sum_.bytes_lost) + " lost:";
    for (const auto& [name, count] : by_name(sum_)) {
        text += "\n  " + name + ": " + std::to_string(count);
    }
    return text + "\n";
}

std::map<std::string, std::uint64_t> by_name(const TrafficCounts& counts) {
    std::map<std::string, std::uint64_t> named;
    for (std::size_t i = 0; i < kAnswers; ++i) {
        if (counts.answers[i] > 0) {
            named[answer_name(static_cast<Answer>(i))] += counts.answers[i];
        }
    }
    return named;
}

}  // namespace throughline::remote
