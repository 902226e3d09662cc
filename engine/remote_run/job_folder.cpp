// SPDX-License-Identifier: Apache-2.0
#include "engine/remote_run/job_folder.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <filesystem>

#include "engine/base/say.h"
#include "engine/record/sha256.h"
#include "engine/spec/spec.h"

namespace throughline::remote_run {
namespace {

namespace fs = std::filesystem;

bool is_id(const std::string& id) {
    constexpr std::size_t kUuidLength = 36;
    return !id.empty() && id.size() <= kUuidLength &&
           id.find_first_not_of("0123456789abcdef-") == std::string::npos;
}

Error no_id(const std::string& id) {
    return usage_error(say("'%1' is not the id of a run", id));
}

bool is_there(const std::string& path) {
    return ::access(path.c_str(), F_OK) == 0;
}

/// Makes the folder with what a run needs. Returns: its lock.
Result<UniqueFd> fill(const JobFolder& job, const Request& request) {
    if (::mkdir(job.path().c_str(), S_IRWXU) != 0 ||
        ::mkfifo(job.control_file().c_str(), S_IRUSR | S_IWUSR) != 0) {
        return errno_error(say("make the folder '%1'", job.path()), errno);
    }
    if (auto written = write_file_atomically(job.spec_file(), request.spec_json); !written) {
        return std::move(written).error();
    }
    for (const auto& [wanted, file] : {std::pair{true, job.lock_file()},
                                       std::pair{request.dry_run, job.dry_file()},
                                       std::pair{request.force, job.force_file()}}) {
        if (auto marked = wanted ? write_file_atomically(file, "") : Result<void>(); !marked) {
            return std::move(marked).error();
        }
    }
    return job.lock();
}

}  // namespace

Result<JobFolder::Made> JobFolder::make(const std::string& root, const Request& request) {
    if (!is_id(request.id)) {
        return no_id(request.id);
    }
    std::error_code error;
    fs::create_directories(root, error);
    if (error) {
        return errno_error(say("make the folder '%1'", root), error.value());
    }
    // Locked before it can be seen: nobody takes it for a run that was interrupted.
    const JobFolder making(root + "/." + request.id);
    JobFolder made(root + "/" + request.id);
    auto lock = fill(making, request);
    if (lock && ::rename(making.path_.c_str(), made.path_.c_str()) != 0) {
        lock = errno_error(say("make the folder '%1'", made.path_), errno);
    }
    if (!lock) {
        static_cast<void>(making.remove().has_value());
        return std::move(lock).error();
    }
    return Made{.job = std::move(made), .lock = *std::move(lock)};
}

Result<JobFolder> JobFolder::find(const std::string& root, const std::string& id) {
    if (!is_id(id)) {
        return no_id(id);
    }
    std::vector<std::string> found;
    std::error_code none;
    for (const auto& entry : fs::directory_iterator(root, none)) {
        if (entry.path().filename().string().starts_with(id)) {
            found.push_back(entry.path().string());
        }
    }
    if (found.empty()) {
        return Error{.code = ErrorCode::NotFound, .what = say("there is no run '%1' there", id)};
    }
    if (found.size() > 1) {
        return usage_error(say("several runs there begin with '%1'", id));
    }
    return JobFolder(found.front());
}

std::string JobFolder::id() const {
    return fs::path(path_).filename().string();
}

Result<UniqueFd> JobFolder::lock() const {
    // Not made where it is not: the folder may be going, and would be left with it.
    auto file = open_file(lock_file(), O_RDWR);
    if (file && ::flock(file->get(), LOCK_EX | LOCK_NB) != 0) {
        return errno == EWOULDBLOCK ? Error{.code = ErrorCode::Busy, .what = say("the run goes on")}
                                    : errno_error("lock '" + lock_file() + "'", errno);
    }
    return file;
}

JobState JobFolder::state() const {
    if (is_there(end_file())) {
        return JobState::Ended;
    }
    if (const auto free = lock(); !free) {
        // Without the file nothing was ever begun. Of one that cannot be opened nobody knows: it
        // may be measured.
        const bool never_begun = free.error().code == ErrorCode::NotFound && is_kept();
        if (!never_begun) {
            return JobState::Measuring;
        }
    }
    return is_there(end_file()) ? JobState::Ended : JobState::Interrupted;
}

bool JobFolder::is_kept() const {
    return is_there(path_);
}

std::optional<JobEnd> JobFolder::end() const {
    const JobState now = state();
    if (now == JobState::Measuring) {
        return {};
    }
    if (now == JobState::Ended) {
        if (const auto text = read_whole_file(end_file())) {
            if (auto end = parse_end(*text)) {
                return *std::move(end);
            }
        }
    }
    JobEnd end{.error_text = error_text()};
    describe_record(record_file(), end);
    return end;
}

std::string JobFolder::error_text() const {
    constexpr std::size_t kMost = 4096;
    std::string text =
        read_whole_file(error_file()).has_value() ? *read_whole_file(error_file()) : std::string();
    return text.size() > kMost ? text.substr(text.size() - kMost) : text;
}

void JobFolder::command(const std::string& line) const {
    // Without a reader the opening fails, and then there is nobody to take a command.
    const auto pipe = open_file(control_file(), O_WRONLY | O_NONBLOCK);
    if (pipe) {
        static_cast<void>(write_all(pipe->get(), line + "\n").has_value());
    }
}

JobRow JobFolder::row() const {
    JobRow row{.id = id(), .state = state()};
    if (const auto text = read_whole_file(spec_file())) {
        if (const auto spec = spec::parse_spec(*text)) {
            row.title = spec->title;
        }
    }
    struct stat info{};
    if (::stat(spec_file().c_str(), &info) == 0) {
        std::array<char, 32> when{};
        tm parts{};
        ::gmtime_r(&info.st_mtime, &parts);
        const std::size_t length =
            std::strftime(when.data(), when.size(), "%Y-%m-%dT%H:%M:%SZ", &parts);
        row.begun_at.assign(when.data(), length);
    }
    if (::stat(record_file().c_str(), &info) == 0) {
        row.record_bytes = info.st_size;
    }
    return row;
}

Result<void> JobFolder::remove() const {
    // Out of sight at once: half of it would look like a run that was interrupted.
    const fs::path seen(path_);
    const std::string hidden = (seen.parent_path() / ("." + id())).string();
    const bool moved = !id().starts_with('.') && ::rename(path_.c_str(), hidden.c_str()) == 0;
    std::error_code error;
    fs::remove_all(moved ? hidden : path_, error);
    return error ? Result<void>(errno_error("remove '" + path_ + "'", error.value()))
                 : Result<void>();
}

void describe_record(const std::string& path, JobEnd& end) {
    const auto file = open_file(path, O_RDONLY);
    if (!file) {
        return;
    }
    record::Sha256 hash;
    std::string piece(1U << 20U, '\0');
    for (ssize_t got = 0; (got = ::read(file->get(), piece.data(), piece.size())) > 0;) {
        hash.add(std::string_view(piece).substr(0, static_cast<std::size_t>(got)));
        end.record_bytes += got;
    }
    end.record_sha256 = end.record_bytes > 0 ? hash.finish() : std::string();
}

std::vector<JobRow> job_rows(const std::string& root) {
    std::vector<JobRow> rows;
    std::error_code none;
    for (const auto& entry : fs::directory_iterator(root, none)) {
        if (is_id(entry.path().filename().string())) {
            rows.push_back(JobFolder(entry.path().string()).row());
        }
    }
    std::ranges::sort(rows, std::ranges::greater(), &JobRow::begun_at);
    return rows;
}

}  // namespace throughline::remote_run
