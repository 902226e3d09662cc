// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cudnn_graph.h>
#include <dlfcn.h>

#include <algorithm>
#include <cstddef>
#include <string>
#include <utility>

namespace throughline::cuda {

/// The few functions of cuDNN's graph API, from a library that was opened by name.
struct CudnnApi {
    decltype(&cudnnCreate) create_handle = nullptr;
    decltype(&cudnnDestroy) destroy_handle = nullptr;
    decltype(&cudnnSetStream) set_stream = nullptr;
    decltype(&cudnnGetErrorString) error_string = nullptr;
    decltype(&cudnnBackendCreateDescriptor) create = nullptr;
    decltype(&cudnnBackendDestroyDescriptor) destroy = nullptr;
    decltype(&cudnnBackendSetAttribute) set = nullptr;
    decltype(&cudnnBackendGetAttribute) get = nullptr;
    decltype(&cudnnBackendFinalize) finalize = nullptr;
    decltype(&cudnnBackendExecute) execute = nullptr;
    decltype(&cudnnGetVersion) version = nullptr;
    /// Of cuDNN 9.0 and later; null: it does not say more than the code of an error.
    void (*last_error)(char* text, std::size_t bytes) = nullptr;

    /// "" when all of them are there, else the first that is not.
    std::string load(void* library) {
        std::string missing;
        const auto find = [&](auto& function, const char* name) {
            function = reinterpret_cast<std::decay_t<decltype(function)>>(dlsym(library, name));
            if (function == nullptr && missing.empty()) {
                missing = name;
            }
        };
        find(create_handle, "cudnnCreate");
        find(destroy_handle, "cudnnDestroy");
        find(set_stream, "cudnnSetStream");
        find(error_string, "cudnnGetErrorString");
        find(create, "cudnnBackendCreateDescriptor");
        find(destroy, "cudnnBackendDestroyDescriptor");
        find(set, "cudnnBackendSetAttribute");
        find(get, "cudnnBackendGetAttribute");
        find(finalize, "cudnnBackendFinalize");
        find(execute, "cudnnBackendExecute");
        find(version, "cudnnGetVersion");
        last_error =
            reinterpret_cast<decltype(last_error)>(dlsym(library, "cudnnGetLastErrorString"));
        return missing;
    }

    /// "the graph: CUDNN_STATUS_NOT_SUPPORTED (why)".
    std::string words(const std::string& act, cudnnStatus_t status) const {
        std::string why(300, '\0');
        if (last_error != nullptr) {
            last_error(why.data(), why.size());
        }
        why.resize(std::min(why.find('\0'), why.size()));
        return act + ": " + error_string(status) + (why.empty() ? "" : " (" + why + ")");
    }
};

/// Owns a descriptor of the graph API.
class CudnnDescriptor {
public:
    CudnnDescriptor() = default;
    CudnnDescriptor(const CudnnApi& api, cudnnBackendDescriptorType_t type) : api_(&api) {
        if (api.create(type, &raw_) != CUDNN_STATUS_SUCCESS) {
            raw_ = nullptr;
        }
    }
    CudnnDescriptor(const CudnnDescriptor&) = delete;
    CudnnDescriptor& operator=(const CudnnDescriptor&) = delete;
    CudnnDescriptor(CudnnDescriptor&& other) noexcept
        : api_(other.api_), raw_(std::exchange(other.raw_, nullptr)) {}
    CudnnDescriptor& operator=(CudnnDescriptor&& other) noexcept {
        std::swap(api_, other.api_);
        std::swap(raw_, other.raw_);
        return *this;
    }
    ~CudnnDescriptor() {
        if (raw_ != nullptr) {
            api_->destroy(raw_);
        }
    }

    cudnnBackendDescriptor_t raw() const noexcept { return raw_; }
    template <class T>
    cudnnStatus_t put(cudnnBackendAttributeName_t name,
                      cudnnBackendAttributeType_t type,
                      const T* values,
                      std::int64_t count = 1) const {
        return api_->set(raw_, name, type, count, values);
    }
    cudnnStatus_t finalize() const { return api_->finalize(raw_); }

private:
    const CudnnApi* api_ = nullptr;
    cudnnBackendDescriptor_t raw_ = nullptr;
};

}  // namespace throughline::cuda
