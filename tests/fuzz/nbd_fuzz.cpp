// SPDX-License-Identifier: Apache-2.0
// Any bytes are a client: what it asks for lies inside of the disk and has its data, and the server
// sends no more than the bytes that came can ask for. The first byte says how the rest arrives.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>

#include "engine/base/check.h"
#include "engine/nbd/session.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t bytes) {
    namespace nbd = throughline::nbd;
    if (bytes == 0) {
        return 0;
    }
    const nbd::Export served{
        .name = "disk", .description = "fuzzed", .bytes = 1U << 20U, .writable = data[0] % 2 == 0};
    const std::size_t piece = 1 + data[0] / 2;
    auto input = std::as_bytes(std::span(data, bytes)).subspan(1);
    nbd::Session session(served);
    std::size_t sent = session.take_output().size();
    // No answer is longer than that to an option of 16 bytes, or of its name in full.
    constexpr std::size_t kSentPerByte = 16;
    const std::size_t sent_max = 1024 + kSentPerByte * bytes;
    while (!input.empty()) {
        const auto part = input.first(std::min(piece, input.size()));
        input = input.subspan(part.size());
        session.take(part);
        sent += session.take_output().size();
        THROUGHLINE_CHECK(sent <= sent_max);
        while (const auto request = session.next_request()) {
            const bool moves =
                request->command == nbd::Command::Read || request->command == nbd::Command::Write;
            THROUGHLINE_CHECK(request->offset_bytes <= served.bytes || !moves);
            THROUGHLINE_CHECK(!moves || request->bytes <= served.bytes - request->offset_bytes);
            THROUGHLINE_CHECK(request->command == nbd::Command::Write
                                  ? request->data.size() == request->bytes
                                  : request->data.empty());
            THROUGHLINE_CHECK(served.writable || request->command == nbd::Command::Read ||
                              request->command == nbd::Command::Flush);
        }
    }
    THROUGHLINE_CHECK((session.state() == nbd::Session::State::Broken) == !session.fault().empty());
    return 0;
}
