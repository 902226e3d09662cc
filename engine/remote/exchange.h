// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <curl/curl.h>

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "engine/remote/curl_handles.h"
#include "engine/remote/request.h"
#include "engine/remote/store.h"

// Used in this folder only.
namespace throughline::remote {

/// One request and its attempts, with the handle that sends them. Thread: its client's. Does not
/// move: libcurl keeps its address.
class Exchange {
public:
    Exchange() = default;
    Exchange(const Exchange&) = delete;
    Exchange& operator=(const Exchange&) = delete;

    /// Errors: Limit.
    Result<void> open(Store& store);
    void take(Request request, SteadyTime now);
    /// Makes the handle ready to be added for the next attempt.
    void prepare(const Store& store, Signer& signer, SteadyTime now);
    /// What became of the attempt. `code`: how libcurl ended it.
    Answer end(CURLcode code);

    /// The name node told which data node has it: the attempt goes on there, with prepare().
    bool goes_on() const noexcept { return goes_on_; }

    CURL* handle() const noexcept { return easy_.get(); }
    const Request& request() const noexcept { return request_; }
    std::uint32_t attempts() const noexcept { return attempts_; }
    SteadyTime asked_at() const noexcept { return asked_at_; }
    SteadyTime sent_at() const noexcept { return sent_at_; }
    std::uint64_t received() const noexcept { return received_; }
    /// How often libcurl sent the attempt again by itself: over a connection that stayed open and
    /// that the server closes just then, it does so without a word.
    std::uint32_t sent_silently() const noexcept { return sends_ > 1 ? sends_ - 1 : 0; }
    double retry_after_s() const noexcept { return facts_.retry_after_s; }
    Reply reply(SteadyTime now) const;
    Refusal refusal(Answer answer) const;
    /// New connections that the attempt opened, and how long until they stood.
    std::pair<std::uint64_t, Nanoseconds> connections() const;

private:
    /// What the headers say.
    struct Facts {
        std::optional<std::uint64_t> length;
        std::optional<std::uint64_t> range_begin;
        std::optional<std::uint64_t> object_bytes;
        double retry_after_s = 0.0;
        std::optional<double> clock_ahead_s;
        std::string region;
        std::string leads_to;
        std::string etag;
        bool own_keys = false;  ///< encrypted so that the ETag is no checksum
    };
    /// Why the body was not taken to its end.
    enum class Break : std::uint8_t { None, TooLong, WrongRange, NoRanges, Enough };

    static int on_send(void* self, char* to, char* from, int to_port, int from_port);
    static std::size_t on_header(char* data, std::size_t size, std::size_t count, void* self);
    static std::size_t on_body(char* data, std::size_t size, std::size_t count, void* self);
    void take_header(std::string_view line);
    bool take_body(std::string_view bytes);
    bool take_refusal(std::string_view bytes);
    void take_status(std::string_view line);
    bool is_success() const noexcept { return status_ == 200 || status_ == 206; }
    bool range_fits() const noexcept;
    bool knows_no_ranges() const noexcept;
    std::uint64_t due() const noexcept;
    Answer of_data() const;
    Answer of_library(CURLcode code) const;
    void put_headers(const Store& store, Signer& signer, const std::string& path);
    bool opens_hdfs() const noexcept { return hdfs_ != nullptr && !request_.room.empty(); }
    std::string url_of(const Store& store, const std::string& path);
    Answer judged(CURLcode code) const;
    StoreError said() const;
    void follow_to_data_node();
    void leave_data_node(Answer answer);

    UniqueHandle<EasyTraits> easy_;
    UniqueHandle<HeaderListTraits> headers_;
    std::array<char, CURL_ERROR_SIZE> library_text_{};
    Request request_;
    SteadyTime asked_at_ = kNever;
    SteadyTime sent_at_ = kNever;
    std::uint32_t attempts_ = 0;
    std::uint32_t sends_ = 0;  ///< of the attempt
    long status_ = 0;
    Facts facts_;
    std::uint64_t received_ = 0;
    std::string error_body_;
    Break break_ = Break::None;
    CertificateFault certificate_ = CertificateFault::Other;

    DataNodes* hdfs_ = nullptr;  ///< of the store; null: it is no HDFS
    DataNode data_node_;         ///< the one that is asked; without an address: the store itself is
    std::string failed_node_;    ///< host of the one that did not answer before
    std::string failed_address_;  ///< its address as the name node knows it; "": it is not known
    bool excludes_ = false;       ///< that one is not to be named again
    bool goes_on_ = false;
    Nanoseconds told_in_{};  ///< how long the name node took to tell
};

}  // namespace throughline::remote
