// SPDX-License-Identifier: Apache-2.0
#include "engine/consumer/gpu_plugin.h"

#include <dlfcn.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <filesystem>
#include <optional>
#include <string_view>
#include <system_error>

#include "engine/base/say.h"

namespace throughline::consumer {
namespace {

/// A text of the plug-in, which need not have ended it.
template <std::size_t N>
std::string text_of(const char (&text)[N]) {
    return {text, std::find(text, text + N, '\0')};
}

struct StatusWords {
    TlGpuStatus status;
    ErrorCode code;
    const char* words;
};
constexpr std::array kStatusWords{
    StatusWords{
        kTlGpuInvalid, ErrorCode::Internal, to_say("the request to the plug-in was invalid")},
    StatusWords{
        kTlGpuNoDriver, ErrorCode::Unsupported, to_say("no NVIDIA driver, or one that is too old")},
    StatusWords{
        kTlGpuNoDevice, ErrorCode::Unsupported, to_say("no GPU that the plug-in has code for")},
    StatusWords{kTlGpuNoLibrary, ErrorCode::Unsupported, to_say("a library was not found")},
    StatusWords{kTlGpuOutOfMemory, ErrorCode::Limit, to_say("out of memory")},
    StatusWords{kTlGpuUnsupported, ErrorCode::Unsupported, to_say("the plug-in cannot do this")},
    StatusWords{kTlGpuTimeout, ErrorCode::Io, to_say("no answer in time")},
    StatusWords{kTlGpuDeviceFailed, ErrorCode::Io, to_say("the GPU reported an error")},
    StatusWords{kTlGpuInternal, ErrorCode::Internal, to_say("an error in the plug-in")},
};

/// "GPU plug-in, open a session: out of memory: 12 GB are free".
Error error_of(const char* act, std::int32_t status, const TlGpuError& said) {
    const auto* known = std::find_if(kStatusWords.begin(), kStatusWords.end(), [&](const auto& w) {
        return w.status == status;
    });
    const bool is_known = known != kStatusWords.end();
    std::string what =
        say("GPU plug-in, %1: %2",
            say(act),
            is_known ? say(known->words) : say("unknown error %1", std::to_string(status)));
    if (const std::string text = text_of(said.text); !text.empty()) {
        what += ": " + text;
    }
    return {.code = is_known ? known->code : ErrorCode::Internal, .what = std::move(what)};
}

/// Calls one function of the table. Nothing: it went well.
template <class Function, class... Arguments>
std::optional<Error> failure_of(const char* act, Function function, Arguments... arguments) {
    TlGpuError said{};
    const std::int32_t status = function(arguments..., &said);
    return status == kTlGpuOk ? std::nullopt : std::optional(error_of(act, status, said));
}

std::string loader_text() {
    const char* const text = ::dlerror();  // NOLINT(concurrency-mt-unsafe): of this thread
    return text == nullptr ? say("unknown reason") : text;
}

std::string version_text(std::uint32_t major, std::uint32_t minor) {
    return std::to_string(major) + "." + std::to_string(minor);
}

/// The name of the first function that the table lacks; null when it is complete.
const char* missing_function(const TlGpuApi& api) {
    const std::array<std::pair<const char*, bool>, 12> functions{
        {{"probe", api.probe != nullptr},
         {"pin", api.pin != nullptr},
         {"unpin", api.unpin != nullptr},
         {"open", api.open != nullptr},
         {"ceiling", api.ceiling != nullptr},
         {"submit", api.submit != nullptr},
         {"wait", api.wait != nullptr},
         {"stats", api.stats != nullptr},
         {"close", api.close != nullptr},
         {"make_exchange", api.make_exchange != nullptr},
         {"remarks", api.remarks != nullptr},
         {"decoding", api.decoding != nullptr}}};
    const auto* const missing = std::find_if(
        functions.begin(), functions.end(), [](const auto& function) { return !function.second; });
    return missing == functions.end() ? nullptr : missing->first;
}

Result<void> check_table(const std::string& path, const TlGpuApi* api) {
    if (api == nullptr) {
        return Error{.code = ErrorCode::Unsupported,
                     .what = say("GPU plug-in '%1' provides no function table", path)};
    }
    // Another major version may have anything behind its first two numbers.
    if (api->abi_major != kTlGpuAbiMajor) {
        return Error{.code = ErrorCode::Version,
                     .what = say("GPU plug-in '%1' has version %2 of the plug-in interface, this "
                                 "program has %3: build both from the same sources",
                                 path,
                                 version_text(api->abi_major, api->abi_minor),
                                 version_text(kTlGpuAbiMajor, kTlGpuAbiMinor))};
    }
    if (api->struct_bytes < sizeof(TlGpuApi)) {
        return Error{
            .code = ErrorCode::Version,
            .what = say("GPU plug-in '%1' is older (%2) and lacks functions: build it again",
                        path,
                        version_text(api->abi_major, api->abi_minor))};
    }
    if (const char* const missing = missing_function(*api)) {
        return Error{.code = ErrorCode::Unsupported,
                     .what = say("GPU plug-in '%1' lacks the function %2", path, missing)};
    }
    return {};
}

}  // namespace

void SharedLibraryTraits::release(Raw raw) noexcept {
    ::dlclose(raw);
}

Result<std::unique_ptr<GpuPlugin>> GpuPlugin::load(const std::string& path) {
    std::error_code ignored;
    if (!std::filesystem::exists(path, ignored)) {
        return Error{.code = ErrorCode::NotFound,
                     .what = say("there is no GPU plug-in '%1'", path)};
    }
    // The runtime in it has handlers for the end of threads and of the program: it stays loaded.
    SharedLibrary library(::dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE));
    if (!library) {
        return Error{.code = ErrorCode::Unsupported,
                     .what = say("load GPU plug-in '%1': %2", path, loader_text())};
    }
    using Entry = const TlGpuApi* (*)();
    const auto entry = reinterpret_cast<Entry>(::dlsym(library.get(), TL_GPU_ENTRY_NAME));
    if (entry == nullptr) {
        return format_error(
            say("'%1' is not a GPU plug-in: it has no symbol %2", path, TL_GPU_ENTRY_NAME));
    }
    const TlGpuApi* const api = entry();
    if (auto fits = check_table(path, api); !fits) {
        return std::move(fits).error();
    }
    return std::unique_ptr<GpuPlugin>(new GpuPlugin(path, std::move(library), api));
}

Result<GpuPluginReport> GpuPlugin::probe() const {
    const auto raw = std::make_unique<TlGpuReport>();
    raw->struct_bytes = sizeof(TlGpuReport);
    if (auto failure = failure_of(to_say("look for GPUs"), api_->probe, raw.get())) {
        return *std::move(failure);
    }
    GpuPluginReport report{.build = api_->build == nullptr ? "" : api_->build,
                           .driver = text_of(raw->driver),
                           .reason = text_of(raw->reason),
                           .advice = text_of(raw->advice),
                           .devices = {},
                           .libraries = {}};
    const auto devices = std::min<std::uint32_t>(raw->device_count, kTlGpuDevicesMax);
    for (const TlGpuDevice& device : std::span(raw->devices).first(devices)) {
        report.devices.push_back({.name = text_of(device.name),
                                  .pci_address = text_of(device.pci_address),
                                  .uuid = text_of(device.uuid),
                                  .memory_bytes = device.memory_bytes,
                                  .memory_free_bytes = device.memory_free_bytes,
                                  .compute_major = device.compute_major,
                                  .compute_minor = device.compute_minor,
                                  .usable = device.usable != 0});
    }
    const auto libraries = std::min<std::uint32_t>(raw->library_count, kTlGpuLibrariesMax);
    for (const TlGpuLibrary& library : std::span(raw->libraries).first(libraries)) {
        report.libraries.push_back(
            {.name = text_of(library.name),
             .needed_for = text_of(library.needed_for),
             .version = text_of(library.version),
             .found = library.found != 0,
             .detail = library.found != 0 ? text_of(library.path) : text_of(library.reason)});
    }
    return report;
}

Result<void> GpuPlugin::pin(std::span<std::byte> memory) const {
    auto failure = failure_of(to_say("pin memory"), api_->pin, memory.data(), memory.size());
    return failure ? Result<void>(*std::move(failure)) : Result<void>{};
}

Result<void> GpuPlugin::unpin(std::span<std::byte> memory) const {
    auto failure = failure_of(to_say("unpin memory"), api_->unpin, memory.data());
    return failure ? Result<void>(*std::move(failure)) : Result<void>{};
}

Result<std::unique_ptr<GpuSession>> GpuPlugin::open(const TlGpuConfig& config) const {
    TlGpuConfig complete = config;
    complete.struct_bytes = sizeof(TlGpuConfig);
    TlGpuSession* session = nullptr;
    if (auto failure = failure_of(to_say("open a session"), api_->open, &complete, &session)) {
        return *std::move(failure);
    }
    return std::make_unique<GpuSession>(api_, session);
}

Result<TlGpuExchangeId> GpuPlugin::make_exchange() const {
    TlGpuExchangeId id{};
    if (auto failure =
            failure_of(to_say("begin an exchange of gradients"), api_->make_exchange, &id)) {
        return *std::move(failure);
    }
    return id;
}

GpuSession::~GpuSession() {
    TlGpuError ignored{};
    api_->close(session_, &ignored);
}

Result<TlGpuCeiling> GpuSession::ceiling(double seconds) {
    TlGpuCeiling ceiling{};
    ceiling.struct_bytes = sizeof ceiling;
    if (auto failure =
            failure_of(to_say("measure the ceiling"), api_->ceiling, session_, seconds, &ceiling)) {
        return *std::move(failure);
    }
    return ceiling;
}

Result<std::uint64_t> GpuSession::submit(const TlGpuBatch& batch) {
    TlGpuBatch complete = batch;
    complete.struct_bytes = sizeof complete;
    std::uint64_t ticket = 0;
    if (auto failure =
            failure_of(to_say("submit a batch"), api_->submit, session_, &complete, &ticket)) {
        return *std::move(failure);
    }
    return ticket;
}

Result<TlGpuDone> GpuSession::wait(std::uint64_t ticket, std::chrono::nanoseconds timeout) {
    TlGpuDone done{};
    done.struct_bytes = sizeof done;
    TlGpuError said{};
    const std::int32_t status = api_->wait(session_, ticket, timeout.count(), &done, &said);
    if (status != kTlGpuOk && status != kTlGpuTimeout) {
        return error_of(to_say("wait for a batch"), status, said);
    }
    return done;
}

Result<std::string> GpuSession::remarks() {
    TlGpuRemarks remarks{};
    if (auto failure = failure_of(to_say("ask for remarks"), api_->remarks, session_, &remarks)) {
        return *std::move(failure);
    }
    return text_of(remarks.text);
}

Result<TlGpuSample> GpuSession::stats() {
    TlGpuSample sample{};
    sample.struct_bytes = sizeof sample;
    if (auto failure =
            failure_of(to_say("ask for the GPU's state"), api_->stats, session_, &sample)) {
        return *std::move(failure);
    }
    return sample;
}

Result<TlGpuDecoding> GpuSession::decoding() {
    TlGpuDecoding decoding{};
    decoding.struct_bytes = sizeof decoding;
    if (auto failure =
            failure_of(to_say("ask how it decodes"), api_->decoding, session_, &decoding)) {
        return *std::move(failure);
    }
    decoding.library[sizeof decoding.library - 1] = '\0';
    decoding.reason[sizeof decoding.reason - 1] = '\0';
    return decoding;
}

}  // namespace throughline::consumer
