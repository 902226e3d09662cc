// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace throughline::nbd {

/// Of one request; more is refused, as clients expect of a server that says so.
inline constexpr std::uint32_t kRequestBytesMax = 32U << 20U;

/// What is served.
struct Export {
    std::string name{};         ///< clients may ask for it by this name, or by none
    std::string description{};  ///< for people, as `nbdinfo` shows it
    std::uint64_t bytes = 0;
    bool writable = false;
};

enum class Command : std::uint8_t { Read, Write, Flush, Trim };

/// A request that can be carried out: its range lies inside the export, and a write has its data.
struct Request {
    Command command = Command::Read;
    bool sync = false;         ///< what it writes is to be on stable storage when it is answered
    std::uint64_t cookie = 0;  ///< the client's, goes back with the answer
    std::uint64_t offset_bytes = 0;
    std::uint32_t bytes = 0;
    std::vector<std::byte> data{};  ///< of a write
};

/// One client's side of the protocol as a function of the bytes that it sends: newstyle handshake
/// in its fixed form, simple replies. No socket, no file, no clock; any bytes are taken, what is
/// against the protocol ends it.
/// Thread: one owner. Source: the NBD project, its document of the protocol.
class Session {
public:
    enum class State : std::uint8_t {
        Open,
        Ended,   ///< the client said so
        Broken,  ///< against the protocol: fault() says how
    };

    /// `served` outlives it. The greeting waits in take_output().
    explicit Session(const Export& served);

    void take(std::span<const std::byte> input);
    /// What is to be sent now, and is then no longer here.
    std::string take_output();
    /// The next request that came, to be answered with simple_reply(). Those that cannot be carried
    /// out were answered.
    std::optional<Request> next_request();

    State state() const noexcept { return state_; }
    const std::string& fault() const noexcept { return fault_; }

private:
    /// What the bytes are that are being collected.
    enum class Phase : std::uint8_t {
        ClientFlags,
        OptionHeader,
        OptionData,
        RequestHeader,
        Payload,
        Refused,  ///< of a write that was answered with an error: nobody needs it
    };

    void expect(Phase phase, std::size_t bytes);
    void advance();
    void client_flags(std::span<const std::byte> bytes);
    void option_header(std::span<const std::byte> bytes);
    void option(std::span<const std::byte> data);
    void export_name(std::span<const std::byte> data);
    void list(std::span<const std::byte> data);
    void info_or_go(std::span<const std::byte> data, bool go);
    void send_infos(std::uint32_t option, std::span<const std::byte> wanted);
    void request_header(std::span<const std::byte> bytes);
    /// 0: it can be carried out.
    std::uint32_t refusal(std::uint16_t type, std::uint16_t flags) const noexcept;
    void reply_option(std::uint32_t option, std::uint32_t answer, const std::string& data = {});
    void break_off(std::string fault);
    bool is_served(std::span<const std::byte> name) const noexcept;
    std::uint16_t flags() const noexcept;

    const Export* served_;
    State state_ = State::Open;
    Phase phase_ = Phase::ClientFlags;
    std::size_t wanted_ = 0;
    std::size_t have_ = 0;
    std::vector<std::byte> collected_;
    bool no_zeroes_ = false;
    std::uint32_t option_ = 0;
    std::uint32_t options_left_ = 0;
    Request request_{};
    std::deque<Request> requests_;
    std::string output_;
    std::string fault_;
};

/// The answer to a request, which the data of a read follow unless there is an error. `errno_value`
/// of the system; 0: it was done.
std::string simple_reply(std::uint64_t cookie, int errno_value);

}  // namespace throughline::nbd
