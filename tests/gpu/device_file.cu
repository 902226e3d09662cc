// SPDX-License-Identifier: Apache-2.0
#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fstream>

#include "tests/gpu/device_file.cuh"

namespace throughline::gpu_check {
// Named: see normalise.cu.
namespace device_file_detail {

/// A JSON text; folders have no control characters worth a word.
std::string quoted(const std::string& text) {
    std::string result = "\"";
    for (const char c : text) {
        if (c == '"' || c == '\\') {
            result += '\\';
        }
        result += c;
    }
    return result + "\"";
}

std::string words_of(const cufile::Status& status) {
    return std::string(cufile::words_of(status.error)) + " (" + std::to_string(status.error) +
           (status.error == cufile::kDriverError ? ", " + std::to_string(status.driver_error)
                                                 : std::string()) +
           ")";
}

/// What the library reads when it is loaded: else it takes the machine's file, or none.
bool write_settings(const std::string& path, const std::string& log_folder, bool may_fall_back) {
    std::ofstream file(path);
    file << "{\"logging\": {\"dir\": " << quoted(log_folder) << ", \"level\": \"ERROR\"},\n"
         << " \"properties\": {\"allow_compat_mode\": " << (may_fall_back ? "true" : "false")
         << "}}\n";
    file.close();
    return file.good();
}

}  // namespace device_file_detail

using namespace device_file_detail;

std::unique_ptr<FileDriver> FileDriver::open(Fallback fallback,
                                             const std::string& folder,
                                             std::string& error) {
    // Without a driver of the GPU, version 1.20 never comes back from cuFileDriverOpen().
    int devices = 0;
    if (const cudaError_t code = cudaGetDeviceCount(&devices)) {
        error = cudaGetErrorString(code);
        return nullptr;
    }
    std::unique_ptr<FileDriver> made(new FileDriver(fallback));
    const std::string settings = folder + "/cufile.json";
    if (!write_settings(settings, folder, fallback == Fallback::Allowed) ||
        ::setenv("CUFILE_ENV_PATH_JSON", settings.c_str(), 1) != 0) {
        error = settings + " cannot be written";
        return nullptr;
    }
    std::string tried;
    made->library_ = cuda::open_library(cuda::kCufile, tried);
    if (!made->library_) {
        error = tried;
        return nullptr;
    }
    if (const std::string missing = made->api_.load(made->library_.get()); !missing.empty()) {
        error = std::string(cuda::kCufile) + " has no function " + missing;
        return nullptr;
    }
    if (const cufile::Status status = made->api_.open_driver(); status.error != 0) {
        error = words_of(status);
        return nullptr;
    }
    made->is_open_ = true;
    return made;
}

FileDriver::~FileDriver() {
    if (is_open_) {
        static_cast<void>(api_.close_driver());
    }
}

std::string FileDriver::describe() const {
    cufile::Properties facts{};
    if (const cufile::Status status = api_.properties(&facts); status.error != 0) {
        return "it does not describe itself: " + words_of(status);
    }
    const bool peers = (facts.features & cufile::kPeerToPeer) != 0;
    const std::string driver = facts.major_version == 0
                                   ? "nvidia-fs is not loaded"
                                   : "nvidia-fs " + std::to_string(facts.major_version) + "." +
                                         std::to_string(facts.minor_version) + " is loaded";
    return (fallback_ == Fallback::Refused ? "GPUDirect Storage alone: "
                                           : "compatibility mode allowed: ") +
           driver + (peers ? ", PCI peer-to-peer is supported" : "");
}

std::unique_ptr<DeviceFile> DeviceFile::open(const FileDriver& driver,
                                             const std::string& path,
                                             std::string& error) {
    std::unique_ptr<DeviceFile> made(new DeviceFile(driver));
    made->fd_ = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_DIRECT);
    made->direct_ = made->fd_ >= 0;
    if (made->fd_ < 0 && errno == EINVAL) {
        made->fd_ = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
    }
    if (made->fd_ < 0) {
        error = "open '" + path + "': " + std::strerror(errno);
        return nullptr;
    }
    cufile::Description description;
    description.of.fd = made->fd_;
    if (const cufile::Status status = driver.api().add_file(&made->file_, &description);
        status.error != 0) {
        made->file_ = nullptr;
        error = words_of(status);
        return nullptr;
    }
    return made;
}

DeviceFile::~DeviceFile() {
    if (file_ != nullptr) {
        driver_.api().remove_file(file_);
    }
    if (fd_ >= 0) {
        ::close(fd_);
    }
}

std::int64_t DeviceFile::read(void* buffer,
                              std::uint64_t bytes,
                              std::uint64_t file_offset,
                              std::uint64_t buffer_offset) const {
    return driver_.api().read(
        file_, buffer, bytes, static_cast<off_t>(file_offset), static_cast<off_t>(buffer_offset));
}

}  // namespace throughline::gpu_check
