// SPDX-License-Identifier: Apache-2.0
#include "engine/remote/small_request.h"

#include <curl/curl.h>

#include <algorithm>

#include "engine/base/say.h"
#include "engine/remote/curl_handles.h"

namespace throughline::remote {
namespace {

constexpr std::size_t kSmallBodyMax = 64U << 10U;

std::size_t take_small_body(char* data, std::size_t size, std::size_t count, void* body) {
    auto& text = *static_cast<std::string*>(body);
    if (text.size() + size * count > kSmallBodyMax) {
        return 0;
    }
    text.append(data, size * count);
    return size * count;
}

}  // namespace

Result<SmallAnswer> ask_once(const SmallRequest& request) {
    start_library();
    const UniqueHandle<EasyTraits> easy(curl_easy_init());
    UniqueHandle<HeaderListTraits> headers;
    for (const std::string& header : request.headers) {
        append_header(headers, header);
    }
    SmallAnswer answer;
    CURL* const raw = easy.get();
    curl_easy_setopt(raw, CURLOPT_NOSIGNAL, 1L);
    curl_easy_setopt(raw, CURLOPT_PROTOCOLS_STR, "http,https");
    curl_easy_setopt(raw, CURLOPT_NOPROXY, "*");  // what is asked so is of this machine
    curl_easy_setopt(raw, CURLOPT_URL, request.url.c_str());
    curl_easy_setopt(raw, CURLOPT_CUSTOMREQUEST, request.method.c_str());
    curl_easy_setopt(raw, CURLOPT_HTTPHEADER, headers.get());
    curl_easy_setopt(
        raw, CURLOPT_TIMEOUT_MS, static_cast<long>(std::max(1.0, 1e3 * request.time_limit_s)));
    curl_easy_setopt(raw, CURLOPT_WRITEFUNCTION, &take_small_body);
    curl_easy_setopt(raw, CURLOPT_WRITEDATA, &answer.body);
    const CURLcode code = curl_easy_perform(raw);
    if (code != CURLE_OK) {
        return Error{.code = ErrorCode::Io,
                     .what = say("ask '%1': %2", request.url, curl_easy_strerror(code))};
    }
    curl_easy_getinfo(raw, CURLINFO_RESPONSE_CODE, &answer.status);
    return answer;
}

}  // namespace throughline::remote
