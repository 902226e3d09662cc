// SPDX-License-Identifier: Apache-2.0
#include "engine/remote/sigv4.h"

#include <nettle/hmac.h>
#include <nettle/sha2.h>

#include <algorithm>
#include <array>
#include <ctime>
#include <utility>
#include <vector>

#include "engine/base/check.h"

namespace throughline::remote {
namespace {

using Digest = std::array<std::uint8_t, SHA256_DIGEST_SIZE>;

const std::uint8_t* bytes_of(std::string_view text) {
    return reinterpret_cast<const std::uint8_t*>(text.data());
}

std::string_view text_of(const Digest& digest) {
    return {reinterpret_cast<const char*>(digest.data()), digest.size()};
}

Digest hmac(std::string_view key, std::string_view text) {
    hmac_sha256_ctx context{};
    hmac_sha256_set_key(&context, key.size(), bytes_of(key));
    hmac_sha256_update(&context, text.size(), bytes_of(text));
    Digest digest{};
    hmac_sha256_digest(&context, digest.size(), digest.data());
    return digest;
}

void append_hex(const Digest& digest, std::string& text) {
    constexpr std::string_view kDigits = "0123456789abcdef";
    for (const std::uint8_t byte : digest) {
        text += kDigits[byte >> 4U];
        text += kDigits[byte & 15U];
    }
}

std::string amz_date(std::int64_t unix_seconds) {
    const auto seconds = static_cast<std::time_t>(unix_seconds);
    std::tm utc{};
    THROUGHLINE_CHECK(::gmtime_r(&seconds, &utc) != nullptr);
    std::array<char, 32> text{};
    const std::size_t length = std::strftime(text.data(), text.size(), "%Y%m%dT%H%M%SZ", &utc);
    return {text.data(), length};
}

/// All that is signed, in the order of their names.
void put_headers(const ToSign& request,
                 std::string_view date,
                 std::string_view token,
                 std::vector<SignedHeader>& headers) {
    headers.assign(request.more.begin(), request.more.end());
    headers.push_back({"host", request.host});
    headers.push_back({"x-amz-content-sha256", kEmptyBodyHash});
    headers.push_back({"x-amz-date", date});
    if (!token.empty()) {
        headers.push_back({"x-amz-security-token", token});
    }
    std::sort(headers.begin(), headers.end(), [](const auto& a, const auto& b) {
        return a.name < b.name;
    });
}

void put_names(const std::vector<SignedHeader>& headers, std::string& names) {
    names.clear();
    for (const SignedHeader& header : headers) {
        names.append(names.empty() ? "" : ";").append(header.name);
    }
}

}  // namespace

/// Ready to sign; copied for each signature.
struct Signer::DayKey {
    hmac_sha256_ctx context{};
};

Signer::Signer(Credentials credentials, std::string region, std::string service)
    : credentials_(std::move(credentials)),
      region_(std::move(region)),
      service_(std::move(service)),
      key_(std::make_unique<DayKey>()) {}
Signer::~Signer() = default;
Signer::Signer(Signer&&) noexcept = default;
Signer& Signer::operator=(Signer&&) noexcept = default;

void Signer::begin_second(std::int64_t unix_seconds) {
    signature_.date = amz_date(unix_seconds);
    second_ = unix_seconds;
    const std::string day = signature_.date.substr(0, 8);
    if (day == day_) {
        return;
    }
    const Digest of_day = hmac("AWS4" + credentials_.secret, day);
    const Digest of_region = hmac(text_of(of_day), region_);
    const Digest of_service = hmac(text_of(of_region), service_);
    const Digest key = hmac(text_of(of_service), "aws4_request");
    hmac_sha256_set_key(&key_->context, key.size(), key.data());
    day_ = day;
    scope_ = day + "/" + region_ + "/" + service_ + "/aws4_request";
}

const Signature& Signer::sign(const ToSign& request, std::int64_t unix_seconds) {
    THROUGHLINE_CHECK(!credentials_.anonymous());
    if (unix_seconds != second_) {
        begin_second(unix_seconds);
    }
    put_headers(request, signature_.date, credentials_.session_token, headers_);
    put_names(headers_, names_);
    text_.assign(request.method).append("\n").append(request.path).append("\n");
    text_.append(request.query).append("\n");
    for (const SignedHeader& header : headers_) {
        text_.append(header.name).append(":").append(header.value).append("\n");
    }
    text_.append("\n").append(names_).append("\n").append(kEmptyBodyHash);
    sha256_ctx hash{};
    sha256_init(&hash);
    sha256_update(&hash, text_.size(), bytes_of(text_));
    Digest digest{};
    sha256_digest(&hash, digest.size(), digest.data());

    text_.assign("AWS4-HMAC-SHA256\n").append(signature_.date).append("\n");
    text_.append(scope_).append("\n");
    append_hex(digest, text_);
    hmac_sha256_ctx context = key_->context;
    hmac_sha256_update(&context, text_.size(), bytes_of(text_));
    hmac_sha256_digest(&context, digest.size(), digest.data());
    signature_.authorization.assign("AWS4-HMAC-SHA256 Credential=")
        .append(credentials_.key_id)
        .append("/")
        .append(scope_)
        .append(",SignedHeaders=")
        .append(names_)
        .append(",Signature=");
    append_hex(digest, signature_.authorization);
    return signature_;
}

}  // namespace throughline::remote
