// SPDX-License-Identifier: Apache-2.0
#include "engine/nbd/session.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <utility>

#include "engine/base/say.h"
#include "engine/nbd/protocol.h"

namespace throughline::nbd {
namespace {

using namespace protocol;

// Block sizes that are said: any request is served, 4 KiB are served best.
constexpr std::uint32_t kBlockBytesMin = 1;
constexpr std::uint32_t kBlockBytesPreferred = 4096;

// Nobody negotiates longer; a client that does wants something else.
constexpr std::uint32_t kOptionsMax = 256;
constexpr std::uint32_t kOptionBytesMax = 64U << 10U;

enum CommandType : std::uint16_t { kRead = 0, kWrite = 1, kDisconnect = 2, kFlush = 3, kTrim = 4 };

std::uint32_t wire_error(int errno_value) noexcept {
    switch (errno_value) {
        case 0:
            return 0;
        case EPERM:
        case EROFS:
            return kNotPermitted;
        case EINVAL:
            return kInvalid;
        case ENOSPC:
        case EDQUOT:
        case EFBIG:
            return kNoSpace;
        default:
            return kIoError;
    }
}

}  // namespace

Session::Session(const Export& served) : served_(&served), options_left_(kOptionsMax) {
    put(output_, kGreeting);
    put(output_, kOption);
    put(output_, static_cast<std::uint16_t>(kFixedNewstyle | kNoZeroes));
    expect(Phase::ClientFlags, kClientFlagsBytes);
}

void Session::expect(Phase phase, std::size_t bytes) {
    phase_ = phase;
    wanted_ = bytes;
    have_ = 0;
    collected_.clear();
}

void Session::take(std::span<const std::byte> input) {
    while (state_ == State::Open) {
        if (have_ == wanted_) {
            advance();
            continue;
        }
        if (input.empty()) {
            return;
        }
        const auto part = input.first(std::min(input.size(), wanted_ - have_));
        if (phase_ != Phase::Refused) {
            collected_.insert(collected_.end(), part.begin(), part.end());
        }
        have_ += part.size();
        input = input.subspan(part.size());
    }
}

std::string Session::take_output() {
    return std::exchange(output_, {});
}

std::optional<Request> Session::next_request() {
    if (requests_.empty()) {
        return std::nullopt;
    }
    Request request = std::move(requests_.front());
    requests_.pop_front();
    return request;
}

/// All bytes of the phase are there.
void Session::advance() {
    auto bytes = std::exchange(collected_, {});
    switch (phase_) {
        case Phase::ClientFlags:
            return client_flags(bytes);
        case Phase::OptionHeader:
            return option_header(bytes);
        case Phase::OptionData:
            return option(bytes);
        case Phase::RequestHeader:
            return request_header(bytes);
        case Phase::Payload:
            request_.data = std::move(bytes);
            requests_.push_back(std::exchange(request_, {}));
            break;
        case Phase::Refused:
            break;
    }
    expect(Phase::RequestHeader, kRequestHeaderBytes);
}

void Session::client_flags(std::span<const std::byte> bytes) {
    const auto said = take_front<std::uint32_t>(bytes);
    if ((said & kFixedNewstyle) == 0 || (said & ~(kFixedNewstyle | kNoZeroes)) != 0) {
        return break_off(say("the client does not speak the fixed newstyle handshake"));
    }
    no_zeroes_ = (said & kNoZeroes) != 0;
    expect(Phase::OptionHeader, kOptionHeaderBytes);
}

void Session::option_header(std::span<const std::byte> bytes) {
    if (take_front<std::uint64_t>(bytes) != kOption) {
        return break_off(say("what should be an option is none"));
    }
    option_ = take_front<std::uint32_t>(bytes);
    const auto length = take_front<std::uint32_t>(bytes);
    if (length > kOptionBytesMax || options_left_ == 0) {
        return break_off(say("an option of %1 bytes, or too many of them", std::to_string(length)));
    }
    --options_left_;
    expect(Phase::OptionData, length);
}

void Session::option(std::span<const std::byte> data) {
    expect(Phase::OptionHeader, kOptionHeaderBytes);
    switch (static_cast<Option>(option_)) {
        case Option::ExportName:
            return export_name(data);
        case Option::Abort:
            reply_option(option_, static_cast<std::uint32_t>(OptionAnswer::Ack));
            state_ = State::Ended;
            return;
        case Option::List:
            return list(data);
        case Option::Info:
            return info_or_go(data, false);
        case Option::Go:
            return info_or_go(data, true);
    }
    reply_option(option_, static_cast<std::uint32_t>(OptionAnswer::Unsupported));
}

/// This option knows no error: a client that asks for something else is left.
void Session::export_name(std::span<const std::byte> data) {
    if (!is_served(data)) {
        return break_off(say("the client asks for an export that is not here"));
    }
    put(output_, served_->bytes);
    put(output_, flags());
    output_.append(no_zeroes_ ? 0 : kExportNameZeroes, '\0');
    expect(Phase::RequestHeader, kRequestHeaderBytes);
}

void Session::list(std::span<const std::byte> data) {
    if (!data.empty()) {
        return reply_option(option_, static_cast<std::uint32_t>(OptionAnswer::Invalid));
    }
    std::string entry;
    put(entry, static_cast<std::uint32_t>(served_->name.size()));
    reply_option(option_,
                 static_cast<std::uint32_t>(OptionAnswer::Server),
                 entry + served_->name + served_->description);
    reply_option(option_, static_cast<std::uint32_t>(OptionAnswer::Ack));
}

void Session::info_or_go(std::span<const std::byte> data, bool go) {
    const auto invalid = static_cast<std::uint32_t>(OptionAnswer::Invalid);
    if (data.size() < sizeof(std::uint32_t)) {
        return reply_option(option_, invalid);
    }
    const auto name_bytes = take_front<std::uint32_t>(data);
    if (name_bytes > kNameBytesMax || data.size() < name_bytes + sizeof(std::uint16_t)) {
        return reply_option(option_, invalid);
    }
    const auto name = data.first(name_bytes);
    data = data.subspan(name_bytes);
    const auto count = take_front<std::uint16_t>(data);
    if (data.size() != count * sizeof(std::uint16_t)) {
        return reply_option(option_, invalid);
    }
    if (!is_served(name)) {
        return reply_option(option_, static_cast<std::uint32_t>(OptionAnswer::Unknown));
    }
    send_infos(option_, data);
    reply_option(option_, static_cast<std::uint32_t>(OptionAnswer::Ack));
    if (go) {
        expect(Phase::RequestHeader, kRequestHeaderBytes);
    }
}

/// Size and block sizes are always said, the texts where they are asked for.
void Session::send_infos(std::uint32_t option, std::span<const std::byte> wanted) {
    const auto send = [&](InfoKind kind, const std::string& text) {
        std::string info;
        put(info, static_cast<std::uint16_t>(kind));
        reply_option(option, static_cast<std::uint32_t>(OptionAnswer::Info), info + text);
    };
    std::string size;
    put(size, served_->bytes);
    put(size, flags());
    send(InfoKind::Export, size);
    std::string blocks;
    put(blocks, kBlockBytesMin);
    put(blocks, kBlockBytesPreferred);
    put(blocks, kRequestBytesMax);
    send(InfoKind::BlockSize, blocks);
    bool said_name = false;
    bool said_description = false;
    while (!wanted.empty()) {
        const auto kind = static_cast<InfoKind>(take_front<std::uint16_t>(wanted));
        if (kind == InfoKind::Name && !std::exchange(said_name, true)) {
            send(kind, served_->name);
        } else if (kind == InfoKind::Description && !std::exchange(said_description, true)) {
            send(kind, served_->description);
        }
    }
}

void Session::request_header(std::span<const std::byte> bytes) {
    if (take_front<std::uint32_t>(bytes) != kRequest) {
        return break_off(say("what should be a request is none"));
    }
    const auto said = take_front<std::uint16_t>(bytes);
    const auto type = take_front<std::uint16_t>(bytes);
    request_ = {.sync = (said & kForceUnitAccess) != 0};
    request_.cookie = take_front<std::uint64_t>(bytes);
    request_.offset_bytes = take_front<std::uint64_t>(bytes);
    request_.bytes = take_front<std::uint32_t>(bytes);
    if (type == kDisconnect) {
        state_ = State::Ended;
        return;
    }
    if (type == kWrite && request_.bytes > kRequestBytesMax) {
        return break_off(say("a write of %1 bytes", std::to_string(request_.bytes)));
    }
    expect(Phase::RequestHeader, kRequestHeaderBytes);
    if (const std::uint32_t error = refusal(type, said); error != 0) {
        put(output_, kSimpleReply);
        put(output_, error);
        put(output_, request_.cookie);
        if (type == kWrite) {
            expect(Phase::Refused, request_.bytes);
        }
        return;
    }
    request_.command = type == kRead    ? Command::Read
                       : type == kWrite ? Command::Write
                       : type == kFlush ? Command::Flush
                                        : Command::Trim;
    if (type == kWrite) {
        collected_.reserve(request_.bytes);
        return expect(Phase::Payload, request_.bytes);
    }
    requests_.push_back(std::exchange(request_, {}));
}

std::uint32_t Session::refusal(std::uint16_t type, std::uint16_t flags) const noexcept {
    if (type == kFlush) {
        return (flags & ~kForceUnitAccess) == 0 && request_.bytes == 0 ? 0 : kInvalid;
    }
    if (type > kTrim || (flags & ~kForceUnitAccess) != 0 || request_.bytes == 0) {
        return kInvalid;
    }
    const bool changes = type != kRead;
    if (changes && !served_->writable) {
        return kNotPermitted;
    }
    const bool inside = request_.offset_bytes <= served_->bytes &&
                        request_.bytes <= served_->bytes - request_.offset_bytes;
    if (!inside) {
        return type == kWrite ? kNoSpace : kInvalid;
    }
    return type == kRead && request_.bytes > kRequestBytesMax ? kInvalid : 0;
}

void Session::reply_option(std::uint32_t option, std::uint32_t answer, const std::string& data) {
    put(output_, kOptionReply);
    put(output_, option);
    put(output_, answer);
    put(output_, static_cast<std::uint32_t>(data.size()));
    output_ += data;
}

void Session::break_off(std::string fault) {
    state_ = State::Broken;
    fault_ = std::move(fault);
}

bool Session::is_served(std::span<const std::byte> name) const noexcept {
    return name.empty() || (name.size() == served_->name.size() &&
                            std::memcmp(name.data(), served_->name.data(), name.size()) == 0);
}

/// All clients see the same file through one page cache, and a flush of one syncs what all have
/// written: so several connections may share the work.
std::uint16_t Session::flags() const noexcept {
    return static_cast<std::uint16_t>(kHasFlags | kSendFlush | kCanMultiConn |
                                      (served_->writable ? kSendFua | kSendTrim : kReadOnly));
}

std::string simple_reply(std::uint64_t cookie, int errno_value) {
    std::string reply;
    put(reply, kSimpleReply);
    put(reply, wire_error(errno_value));
    put(reply, cookie);
    return reply;
}

}  // namespace throughline::nbd
