// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace throughline::remote {

/// Who asks. Never written to a record, a log, an argument or a message.
struct Credentials {
    std::string key_id;         ///< "": nobody, requests are not signed
    std::string secret;         ///< of key_id
    std::string session_token;  ///< "": the key is no temporary one
    bool anonymous() const noexcept { return key_id.empty(); }
};

/// A header that is signed: name in small letters, value without white space around it.
struct SignedHeader {
    std::string_view name;
    std::string_view value;
};

/// What of a request is signed.
struct ToSign {
    std::string_view method = "GET";
    std::string_view path;               ///< encoded once, '/' kept: "/bucket/a%20b"
    std::string_view query;              ///< encoded and sorted by name: "list-type=2&prefix=a"
    std::span<const SignedHeader> more;  ///< sorted, besides host and those of Signature
    std::string_view host;               ///< as it is sent
};

/// Hash of an empty body, which all our requests have.
inline constexpr const char* kEmptyBodyHash =
    "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";

/// What is sent with a signed request beside its own headers.
struct Signature {
    std::string date;           ///< x-amz-date: "20130524T000000Z"
    std::string authorization;  ///< Authorization
};

/// Signs requests without a body by AWS Signature Version 4. Costs about 1 us: the key of the day
/// is derived once, the date of a second written once.
/// Source: Amazon S3 API Reference, "Authenticating Requests: Using the Authorization Header".
/// Thread: one owner.
class Signer {
public:
    Signer(Credentials credentials, std::string region, std::string service = "s3");
    ~Signer();
    Signer(const Signer&) = delete;
    Signer& operator=(const Signer&) = delete;
    Signer(Signer&&) noexcept;
    Signer& operator=(Signer&&) noexcept;

    /// `unix_seconds`: now, UTC. Not to be called when anonymous. Good until the next call.
    const Signature& sign(const ToSign& request, std::int64_t unix_seconds);
    const Credentials& credentials() const noexcept { return credentials_; }

private:
    struct DayKey;
    void begin_second(std::int64_t unix_seconds);

    Credentials credentials_;
    std::string region_;
    std::string service_;
    std::optional<std::int64_t> second_;  ///< that the date is of
    std::string day_;                     ///< that the key is of
    std::string scope_;
    std::unique_ptr<DayKey> key_;
    Signature signature_;
    // Scratch: a request allocates nothing.
    std::vector<SignedHeader> headers_;
    std::string names_;
    std::string text_;
};

}  // namespace throughline::remote
