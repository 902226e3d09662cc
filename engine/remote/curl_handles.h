// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <curl/curl.h>

#include <string>

#include "engine/base/unique_handle.h"

// Used in this folder only: libcurl is known by what includes this.
namespace throughline::remote {

struct EasyTraits {
    using Raw = CURL*;
    static constexpr Raw null() noexcept { return nullptr; }
    static void release(Raw raw) noexcept { curl_easy_cleanup(raw); }
};
struct HeaderListTraits {
    using Raw = curl_slist*;
    static constexpr Raw null() noexcept { return nullptr; }
    static void release(Raw raw) noexcept { curl_slist_free_all(raw); }
};

struct MultiTraits {
    using Raw = CURLM*;
    static constexpr Raw null() noexcept { return nullptr; }
    static void release(Raw raw) noexcept { curl_multi_cleanup(raw); }
};

/// Makes libcurl ready, once. Thread: any.
void start_library();
/// Appends "name: value".
void append_header(UniqueHandle<HeaderListTraits>& list, const std::string& header);
/// What went wrong: the system's words where no connection was made (`no_connection`) and the
/// system said why, else `said`, which are libcurl's.
std::string fault_words(CURL* easy, const char* said, bool no_connection);

}  // namespace throughline::remote
