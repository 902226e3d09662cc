// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <exception>
#include <memory>
#include <string>

#include "engine/cuda/libraries.cuh"
#include "engine/cuda/session.cuh"
#include "engine/cuda/status.cuh"

/// What the engine holds of a session.
struct TlGpuSession {
    std::unique_ptr<throughline::cuda::Session> session;
};

namespace {

using throughline::cuda::fail;
using throughline::cuda::Session;

/// Nothing thrown crosses the boundary.
template <class Body>
std::int32_t guarded(TlGpuError* error, Body body) {
    try {
        return body();
    } catch (const std::exception& e) {
        return fail(error, kTlGpuInternal, e.what());
    } catch (...) {
        return fail(error, kTlGpuInternal, "unknown exception");
    }
}

template <std::size_t N>
void put(char (&into)[N], const std::string& text) {
    std::snprintf(into, N, "%s", text.c_str());
}

std::string version_text(int number) {
    return std::to_string(number / 1000) + "." + std::to_string(number % 1000 / 10);
}

/// "GPU-0123abcd-…", as the driver's tools write it. A MIG instance is left without: its number is
/// written in another way, and a process sees one instance alone anyhow.
std::string uuid_text(const cudaDeviceProp& facts) {
    if (std::string(facts.name).find("MIG ") != std::string::npos) {
        return {};
    }
    std::string text = "GPU";
    for (std::size_t i = 0; i < sizeof facts.uuid.bytes; ++i) {
        constexpr const char* kDigits = "0123456789abcdef";
        const auto byte = static_cast<unsigned char>(facts.uuid.bytes[i]);
        text += i == 0 || i == 4 || i == 6 || i == 8 || i == 10 ? "-" : "";
        text += {kDigits[byte / 16], kDigits[byte % 16]};
    }
    return text;
}

/// Takes no memory of the device and starts nothing on it: another program may have it.
void describe(int index, TlGpuDevice& device) {
    cudaDeviceProp facts{};
    if (cudaGetDeviceProperties(&facts, index) != cudaSuccess) {
        put(device.name, "device " + std::to_string(index) + " does not answer");
        return;
    }
    put(device.name, facts.name);
    put(device.uuid, uuid_text(facts));
    static_cast<void>(cudaDeviceGetPCIBusId(device.pci_address, sizeof device.pci_address, index));
    device.memory_bytes = facts.totalGlobalMem;
    device.compute_major = static_cast<std::uint32_t>(facts.major);
    device.compute_minor = static_cast<std::uint32_t>(facts.minor);
    device.memory_free_bytes =
        throughline::cuda::DeviceSampler(device.pci_address).free_bytes(device.memory_bytes);
    int mode = cudaComputeModeDefault;
    static_cast<void>(cudaDeviceGetAttribute(&mode, cudaDevAttrComputeMode, index));
    const int compute = facts.major * 10 + facts.minor;
    device.usable = mode != cudaComputeModeProhibited && compute >= THROUGHLINE_CUDA_OLDEST ? 1 : 0;
}

std::int32_t probe(TlGpuReport* report, TlGpuError* error) {
    return guarded(error, [&] {
        if (report->struct_bytes < sizeof *report) {
            return fail(error, kTlGpuInvalid, "the engine is older than the plug-in");
        }
        throughline::cuda::find_libraries(*report);
        int version = 0;
        if (cudaDriverGetVersion(&version) == cudaSuccess && version > 0) {
            const std::string driver = throughline::cuda::driver_version();
            put(report->driver,
                (driver.empty() ? "of unknown version" : driver) + ", for up to CUDA " +
                    version_text(version));
        }
        int count = 0;
        if (const cudaError_t code = cudaGetDeviceCount(&count)) {
            TlGpuError words{};
            fail(&words, "count devices", code, throughline::cuda::Advice::Apart);
            put(report->reason, words.text);
            put(report->advice, throughline::cuda::advice_for(code));
            return static_cast<std::int32_t>(kTlGpuOk);
        }
        report->device_count = static_cast<std::uint32_t>(std::min<int>(count, kTlGpuDevicesMax));
        bool usable = false;
        // The management library is started once, not for each device.
        const throughline::cuda::DeviceSampler started("");
        for (std::uint32_t i = 0; i < report->device_count; ++i) {
            describe(static_cast<int>(i), report->devices[i]);
            usable = usable || report->devices[i].usable != 0;
        }
        // What a device did not answer is not to be taken for the error of a later launch.
        static_cast<void>(cudaGetLastError());
        if (!usable) {
            put(report->reason,
                "no device that this build has code for answers (compute capability " +
                    std::to_string(THROUGHLINE_CUDA_OLDEST / 10) + "." +
                    std::to_string(THROUGHLINE_CUDA_OLDEST % 10) +
                    " or newer) and lets programs run");
        }
        return static_cast<std::int32_t>(kTlGpuOk);
    });
}

std::int32_t pin(void* memory, std::uint64_t bytes, TlGpuError* error) {
    const cudaError_t code = cudaHostRegister(memory, bytes, cudaHostRegisterPortable);
    return code ? fail(error, "cudaHostRegister", code) : kTlGpuOk;
}

std::int32_t unpin(void* memory, TlGpuError* error) {
    const cudaError_t code = cudaHostUnregister(memory);
    return code ? fail(error, "cudaHostUnregister", code) : kTlGpuOk;
}

std::int32_t open_session(const TlGpuConfig* config, TlGpuSession** session, TlGpuError* error) {
    return guarded(error, [&] {
        auto made = std::make_unique<TlGpuSession>();
        const std::int32_t status = Session::open(*config, made->session, error);
        if (status == kTlGpuOk) {
            *session = made.release();
        }
        return status;
    });
}

std::int32_t ceiling(TlGpuSession* session,
                     double seconds,
                     TlGpuCeiling* result,
                     TlGpuError* error) {
    return guarded(error, [&] { return session->session->ceiling(seconds, *result, error); });
}

std::int32_t submit(TlGpuSession* session,
                    const TlGpuBatch* batch,
                    std::uint64_t* ticket,
                    TlGpuError* error) {
    return guarded(error, [&] { return session->session->submit(*batch, *ticket, error); });
}

std::int32_t wait_for(TlGpuSession* session,
                      std::uint64_t ticket,
                      std::int64_t timeout_ns,
                      TlGpuDone* done,
                      TlGpuError* error) {
    return guarded(error, [&] { return session->session->wait(ticket, timeout_ns, *done, error); });
}

std::int32_t stats(TlGpuSession* session, TlGpuSample* sample, TlGpuError* error) {
    return guarded(error, [&] { return session->session->stats(*sample, error); });
}

std::int32_t decoding(TlGpuSession* session, TlGpuDecoding* decoding, TlGpuError* error) {
    return guarded(error, [&] { return session->session->decoding(*decoding, error); });
}

std::int32_t close_session(TlGpuSession* session, TlGpuError* /*error*/) {
    delete session;
    return kTlGpuOk;
}

std::int32_t make_exchange(TlGpuExchangeId* id, TlGpuError* error) {
    return guarded(error, [&] { return throughline::cuda::Exchange::make_id(*id, error); });
}

std::int32_t remarks(TlGpuSession* session, TlGpuRemarks* remarks, TlGpuError* error) {
    return guarded(error, [&] {
        session->session->remarks(*remarks);
        return static_cast<std::int32_t>(kTlGpuOk);
    });
}

const TlGpuApi kApi = {
    .abi_major = kTlGpuAbiMajor,
    .abi_minor = kTlGpuAbiMinor,
    .struct_bytes = sizeof(TlGpuApi),
    .reserved = 0,
    .build = THROUGHLINE_CUDA_BUILD,
    .probe = probe,
    .pin = pin,
    .unpin = unpin,
    .open = open_session,
    .ceiling = ceiling,
    .submit = submit,
    .wait = wait_for,
    .stats = stats,
    .close = close_session,
    .make_exchange = make_exchange,
    .remarks = remarks,
    .decoding = decoding,
};

}  // namespace

extern "C" __attribute__((visibility("default"))) const TlGpuApi* throughline_gpu_plugin();
extern "C" const TlGpuApi* throughline_gpu_plugin() {
    return &kApi;
}
