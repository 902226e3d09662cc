// SPDX-License-Identifier: Apache-2.0
#include "engine/selftest/bench.h"

#include <fcntl.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <vector>

#include "engine/base/child_process.h"
#include "engine/base/file_descriptor.h"
#include "engine/base/pause.h"
#include "engine/base/random.h"
#include "engine/base/say.h"
#include "engine/storage/path_target.h"

namespace throughline::selftest {
namespace {

namespace fs = std::filesystem;

std::string text_of(const std::string& path) {
    const auto text = read_whole_file(path, std::size_t{1} << 20U);
    return text ? *text : std::string();
}

}  // namespace

std::vector<std::string> words_of(const StandIn& job) {
    std::vector<std::string> words{"job"};
    const auto add = [&](const char* option, const std::string& value) {
        words.emplace_back(option);
        words.push_back(value);
    };
    add("--seconds", std::to_string(job.seconds));
    add("--workers", std::to_string(job.workers));
    add("--batch", std::to_string(job.batch));
    add("--sample-bytes", std::to_string(job.sample_bytes));
    add("--link", std::to_string(job.link_bytes_per_second));
    add("--decode-ms", std::to_string(job.decode_ms));
    add("--take-ms", std::to_string(job.take_ms));
    add("--step-ms", std::to_string(job.step_ms));
    if (!job.folder.empty()) {
        add("--folder", job.folder);
    }
    if (!job.group.empty()) {
        add("--group", job.group);
    }
    return words;
}

Result<RunningJob> RunningJob::start(const std::string& program,
                                     const StandIn& job,
                                     const std::string& log) {
    const auto file = open_file(log, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    if (!file) {
        return file.error();
    }
    std::vector<std::string> command{program, "selftest"};
    for (std::string& word : words_of(job)) {
        command.push_back(std::move(word));
    }
    const auto child =
        start_child({.command = std::move(command),
                     .descriptors = {{file->get(), STDOUT_FILENO}, {file->get(), STDERR_FILENO}},
                     .own_group = true});
    if (!child) {
        return child.error();
    }
    return RunningJob(*child, log);
}

RunningJob::~RunningJob() {
    if (pid_ > 0) {
        static_cast<void>(kill_child(pid_));  // its workers end with it
    }
}

Result<void> RunningJob::await_first_batch(const std::stop_token& stop) {
    constexpr int kTries = 200;
    constexpr std::chrono::milliseconds kBetween{100};
    for (int i = 0; i < kTries; ++i) {
        const std::string printed = text_of(log_);
        if (printed.find("samples/sec") != std::string::npos) {
            return {};
        }
        if (const auto status = await_child(pid_, kBetween)) {
            pid_ = -1;
            return Error{
                .code = ErrorCode::Io,
                .what = "run the stand-in: it " + child_end_text(*status) + ": " + text_of(log_)};
        }
        if (stop.stop_requested()) {
            return Error{.code = ErrorCode::Stopped, .what = say("run the stand-in")};
        }
    }
    return Error{.code = ErrorCode::Io,
                 .what = say("run the stand-in: it trained nothing for 20 s")};
}

Result<Bench> Bench::make(const std::string& folder) {
    std::string path = folder + "/throughline-selftest-XXXXXX";
    if (::mkdtemp(path.data()) == nullptr) {
        return errno_error(say("make a folder in '%1'", folder), errno);
    }
    return Bench(std::move(path));
}

Bench::~Bench() {
    if (!folder_.empty()) {
        std::error_code none;
        fs::remove_all(folder_, none);
    }
}

Result<std::string> Bench::images(std::uint64_t mean_bytes) {
    constexpr int kFiles = 48;
    std::string folder = file("images-" + std::to_string(mean_bytes));
    std::error_code failed;
    if (fs::exists(folder, failed)) {
        return folder;
    }
    const auto target = storage::inspect_path(folder_);
    if (!target) {
        return target.error();
    }
    if (target->devices.empty()) {
        return Error{.code = ErrorCode::Unsupported, .what = target->no_device_reason};
    }
    const std::string number = text_of("/sys/class/block/" + target->devices.front().name + "/dev");
    device_ = number.substr(0, number.find('\n'));
    // Under its name once all are there, so that a disk that got full leaves no half of it.
    const std::string begun = folder + ".begun";
    fs::remove_all(begun, failed);
    fs::create_directory(begun, failed);
    Random random(1);
    std::string image(mean_bytes * 3 / 2, '\0');
    for (char& byte : image) {
        byte = static_cast<char>(random.next());
    }
    for (int i = 0; i < kFiles; ++i) {
        const std::size_t bytes = mean_bytes / 2 + random.below(mean_bytes);
        const auto out =
            open_file(begun + "/" + std::to_string(i) + ".jpg", O_WRONLY | O_CREAT | O_EXCL, 0600);
        if (!out) {
            return out.error();
        }
        if (auto written = write_all(out->get(), std::string_view(image).substr(0, bytes));
            !written) {
            return std::move(written).error();
        }
        ::fsync(out->get());
    }
    fs::rename(begun, folder, failed);
    if (failed) {
        return errno_error(say("rename '%1'", begun), failed.value());
    }
    return folder;
}

}  // namespace throughline::selftest
