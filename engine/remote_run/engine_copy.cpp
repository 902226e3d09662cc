// SPDX-License-Identifier: Apache-2.0
#include "engine/remote_run/engine_copy.h"

#include <fcntl.h>
#include <link.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <string_view>

#include "engine/base/child_process.h"
#include "engine/base/file_descriptor.h"
#include "engine/base/say.h"
#include "engine/base/shell_quote.h"
#include "engine/remote_run/ssh_connection.h"
#include "engine/remote_run/ssh_failure.h"

namespace throughline::remote_run {
namespace {

namespace fs = std::filesystem;

/// What every Linux has, and what must be its own, since its kernel and its other libraries fit it.
bool is_of_the_system(std::string_view name) {
    constexpr std::array kOfTheSystem{"ld-linux",
                                      "libc.",
                                      "libm.",
                                      "libmvec.",
                                      "libdl.",
                                      "librt.",
                                      "libpthread.",
                                      "libresolv.",
                                      "libgcc_s.",
                                      "libstdc++.",
                                      "linux-vdso",
                                      "libcuda.",
                                      "libnvidia"};
    return std::ranges::any_of(kOfTheSystem,
                               [&](const char* begin) { return name.starts_with(begin); });
}

int add_library(dl_phdr_info* info, std::size_t /*size*/, void* into) {
    const std::string path = info->dlpi_name == nullptr ? "" : info->dlpi_name;
    if (path.starts_with('/') && !is_of_the_system(fs::path(path).filename().string())) {
        static_cast<std::vector<std::string>*>(into)->push_back(path);
    }
    return 0;
}

std::int64_t bytes_of(const std::string& path) {
    std::error_code none;
    std::int64_t bytes = 0;
    if (!fs::is_directory(path, none)) {
        const auto size = fs::file_size(path, none);
        return none ? 0 : static_cast<std::int64_t>(size);
    }
    for (const auto& entry : fs::recursive_directory_iterator(path, none)) {
        bytes += entry.is_regular_file(none) ? static_cast<std::int64_t>(entry.file_size(none)) : 0;
    }
    return bytes;
}

constexpr std::string_view kStarter =
    "#!/bin/sh\n"
    "# Starts the engine with the libraries that came with it.\n"
    "here=\"$(dirname \"$(readlink -f \"$0\")\")\"\n"
    "LD_LIBRARY_PATH=\"$here/lib${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}\"\n"
    "export LD_LIBRARY_PATH\n"
    "exec \"$here/bin/throughline-engine\" \"$@\"\n";

/// A folder of links to all that is copied, as it is to stand there; it goes with the object.
class Stage {
public:
    static Result<std::unique_ptr<Stage>> make(const EngineCopy& copy) {
        std::string path = fs::temp_directory_path().string() + "/throughline-install-XXXXXX";
        if (::mkdtemp(path.data()) == nullptr) {
            return errno_error(say("make the folder '%1'", path), errno);
        }
        std::unique_ptr<Stage> stage(new Stage(path));
        std::error_code error;
        fs::create_directory(path + "/bin", error);
        fs::create_directory(path + "/lib", error);
        fs::create_symlink(copy.program, path + "/bin/throughline-engine", error);
        for (const std::string& library : copy.libraries) {
            fs::create_symlink(
                library, path + "/lib/" + fs::path(library).filename().string(), error);
        }
        if (!copy.shared.empty()) {
            fs::create_directory(path + "/share", error);
            fs::create_symlink(copy.shared, path + "/share/throughline", error);
        }
        if (error) {
            return errno_error(say("make the folder '%1'", path), error.value());
        }
        const std::string starter = path + "/throughline-engine";
        if (auto written = write_file_atomically(starter, kStarter); !written) {
            return std::move(written).error();
        }
        ::chmod(starter.c_str(), S_IRWXU | S_IRGRP | S_IXGRP | S_IROTH | S_IXOTH);
        return stage;
    }
    Stage(const Stage&) = delete;
    Stage& operator=(const Stage&) = delete;
    ~Stage() {
        std::error_code none;
        fs::remove_all(path_, none);
    }

    const std::string& path() const noexcept { return path_; }

private:
    explicit Stage(std::string path) : path_(std::move(path)) {}

    std::string path_;
};

/// What the shell there carries out; sh, whatever the user's own shell is.
std::string unpack_command(const std::string& folder) {
    return "sh -c " +
           shell_quote("d=" + shell_quote(folder) +
                       "; rm -rf \"$d.part\" && mkdir -p \"$d.part\" && tar -xf - -C \"$d.part\" "
                       "&& rm -rf \"$d\" && mv \"$d.part\" \"$d\"");
}

}  // namespace

Result<EngineCopy> engine_copy(const std::string& version) {
    std::error_code error;
    const fs::path program = fs::read_symlink("/proc/self/exe", error);
    if (error) {
        return errno_error(say("find this program"), error.value());
    }
    EngineCopy copy{.program = program.string(), .folder = installed_folder(version)};
    ::dl_iterate_phdr(add_library, &copy.libraries);
    const fs::path shared = program.parent_path().parent_path() / "share/throughline";
    copy.shared = fs::is_directory(shared, error) ? shared.string() : std::string();
    copy.bytes = bytes_of(copy.program) + (copy.shared.empty() ? 0 : bytes_of(copy.shared));
    for (const std::string& library : copy.libraries) {
        copy.bytes += bytes_of(library);
    }
    return copy;
}

Result<void> install_engine(const Target& target, const EngineCopy& copy) {
    if (auto fine = check_host(target.host); !fine) {
        return fine;
    }
    auto stage = Stage::make(copy);
    if (!stage) {
        return std::move(stage).error();
    }
    std::array<int, 2> ends{};
    if (::pipe2(ends.data(), O_CLOEXEC) != 0) {
        return errno_error("make a pipe", errno);
    }
    UniqueFd from_tar(ends[0]);
    UniqueFd to_ssh(ends[1]);
    const auto tar = start_child({.command = {"tar", "-chf", "-", "-C", (*stage)->path(), "."},
                                  .descriptors = {{to_ssh.get(), STDOUT_FILENO}}});
    if (!tar) {
        return tar.error();
    }
    to_ssh.reset();
    auto ssh = SshConnection::open(target, unpack_command(copy.folder), from_tar.get());
    from_tar.reset();
    constexpr auto kPatience = std::chrono::minutes(10);
    const int exit_code = ssh ? (*ssh)->wait(kPatience) : 0;
    constexpr auto kForTar = std::chrono::seconds(5);  // its reader has gone
    const auto packed = await_child(*tar, kForTar);
    if (!packed) {
        static_cast<void>(kill_child(*tar));
    }
    if (!ssh) {
        return std::move(ssh).error();
    }
    if (exit_code != 0) {
        return ssh_failure(target, exit_code, (*ssh)->errors());
    }
    return packed && *packed == 0
               ? Result<void>()
               : Error{.code = ErrorCode::Io, .what = say("the engine could not be packed")};
}

}  // namespace throughline::remote_run
