// SPDX-License-Identifier: Apache-2.0
#include "engine/remote/hdfs_blocks.h"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "engine/base/say.h"
#include "engine/remote/client.h"
#include "engine/remote/hdfs_json.h"

namespace throughline::remote {
namespace {

constexpr std::size_t kAnswerBytesMax = 64U << 20U;
// Of Hadoop 3, and of Hadoop 2.
constexpr std::array<const char*, 2> kQuestions{"op=GETFILEBLOCKLOCATIONS",
                                                "op=GET_BLOCK_LOCATIONS"};

class BlockQuestions {
public:
    explicit BlockQuestions(std::unique_ptr<Client> client) : client_(std::move(client)) {}

    Result<std::vector<BlockPlace>> ask_for(const std::string& key, const std::stop_token& stop) {
        for (;;) {
            std::string text;
            auto reply = ask_or_refusal(*client_,
                                        {.key = key,
                                         .query = kQuestions[question_],
                                         .text = &text,
                                         .text_bytes_max = kAnswerBytesMax},
                                        stop);
            if (!reply) {
                return std::move(reply).error();
            }
            if (!reply->refusal) {
                return parse_block_places(text);
            }
            if (reply->refusal->status != 400) {
                return refusal_error(*reply->refusal, client_->store(), key);
            }
            if (++question_ == kQuestions.size()) {
                return Error{.code = ErrorCode::Unsupported,
                             .what = say("the name node does not tell where blocks lie")};
            }
        }
    }

private:
    std::unique_ptr<Client> client_;
    std::size_t question_ = 0;
};

}  // namespace

Result<BlockSurvey> survey_blocks(const RemoteFiles& files,
                                  std::uint64_t files_max,
                                  const std::stop_token& stop) {
    auto client = Client::make(files.store(), 1, 1);
    if (!client) {
        return std::move(client).error();
    }
    BlockQuestions questions(*std::move(client));
    const std::uint64_t all = files.files().size();
    BlockSurvey survey{.files = std::min(all, files_max)};
    double copies = 0.0;
    double bytes_of_copies = 0.0;
    for (std::uint64_t i = 0; i < survey.files; ++i) {
        const auto& file = files.files()[i * all / survey.files];
        auto places = questions.ask_for(files.key_prefix() + file.path, stop);
        if (!places) {
            return std::move(places).error();
        }
        for (const BlockPlace& place : *places) {
            ++survey.blocks;
            survey.block_bytes_max = std::max(survey.block_bytes_max, place.bytes);
            copies += static_cast<double>(place.hosts.size());
            for (const std::string& host : place.hosts) {
                survey.share_of_host[host] += static_cast<double>(place.bytes);
                bytes_of_copies += static_cast<double>(place.bytes);
            }
        }
    }
    if (survey.blocks == 0 || bytes_of_copies <= 0.0) {
        return Error{.code = ErrorCode::Unsupported,
                     .what = say("the name node named no blocks of these files")};
    }
    survey.copies_mean = copies / static_cast<double>(survey.blocks);
    for (auto& [host, share] : survey.share_of_host) {
        share /= bytes_of_copies;
    }
    return survey;
}

}  // namespace throughline::remote
