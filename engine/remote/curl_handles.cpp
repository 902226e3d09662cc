// SPDX-License-Identifier: Apache-2.0
#include "engine/remote/curl_handles.h"

#include <mutex>
#include <system_error>

namespace throughline::remote {

void start_library() {
    static std::once_flag once;
    std::call_once(once, [] { curl_global_init(CURL_GLOBAL_DEFAULT); });
}

void append_header(UniqueHandle<HeaderListTraits>& list, const std::string& header) {
    curl_slist* const longer = curl_slist_append(list.get(), header.c_str());
    if (longer != nullptr) {
        static_cast<void>(list.release());
        list.reset(longer);
    }
}

std::string fault_words(CURL* easy, const char* said, bool no_connection) {
    long errno_value = 0;
    curl_easy_getinfo(easy, CURLINFO_OS_ERRNO, &errno_value);
    return no_connection && errno_value != 0
               ? std::generic_category().message(static_cast<int>(errno_value))
               : said;
}

}  // namespace throughline::remote
