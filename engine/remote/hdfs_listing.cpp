// SPDX-License-Identifier: Apache-2.0
#include "engine/remote/hdfs_listing.h"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "engine/base/say.h"
#include "engine/remote/client.h"
#include "engine/remote/hdfs_json.h"

namespace throughline::remote {
namespace {

constexpr std::uint32_t kFoldersAtOnce = 8;
constexpr std::uint32_t kDepthMax = 128;
constexpr std::size_t kAnswersMax = 10'000'000;
// LISTSTATUS names a whole folder at once, some 300 bytes for each file.
constexpr std::size_t kFolderBytesMax = std::size_t{1} << 30U;
constexpr Nanoseconds kStopLook = std::chrono::milliseconds(50);

struct FolderToList {
    std::string key;         ///< without a last '/'
    std::string after = {};  ///< the name it goes on behind
    std::uint32_t depth = 0;
};

class HdfsWalk {
public:
    HdfsWalk(std::shared_ptr<Store> store,
             std::unique_ptr<Client> client,
             std::uint32_t at_once,
             std::size_t pages_max,
             const std::function<Result<bool>(ListingPage)>& take)
        : store_(std::move(store)),
          client_(std::move(client)),
          pages_max_(pages_max),
          take_(take),
          slots_(at_once) {
        std::string root = store_->location.key;
        while (root.ends_with('/')) {
            root.pop_back();
        }
        todo_.push_back({.key = std::move(root)});
    }

    Result<HdfsFound> run(const std::stop_token& stop);

private:
    struct Slot {
        FolderToList folder{};
        std::string text{};
        bool busy = false;
        bool in_batches = true;
    };

    void ask_where_free();
    Result<void> take_reply(const Reply& reply);
    Result<void> take_entries(const FolderToList& folder, HdfsListing listing);
    Error goes_round(const FolderToList& folder) const {
        return Error{.code = ErrorCode::Io,
                     .what = "'" + store_->name_of(folder.key) +
                             "': " + say("the store's listing repeats itself")};
    }

    std::shared_ptr<Store> store_;
    std::unique_ptr<Client> client_;
    std::size_t pages_max_;
    const std::function<Result<bool>(ListingPage)>& take_;
    std::vector<Slot> slots_;
    std::vector<FolderToList> todo_;  ///< the next one last
    std::size_t asked_ = 0;
    bool in_batches_ = true;  ///< until the name node says that it does not know that
    bool enough_ = false;
    HdfsFound found_;
};

void HdfsWalk::ask_where_free() {
    for (std::size_t i = 0; i < slots_.size() && !todo_.empty(); ++i) {
        Slot& slot = slots_[i];
        if (slot.busy) {
            continue;
        }
        slot.folder = std::move(todo_.back());
        todo_.pop_back();
        slot.busy = true;
        const std::string& after = slot.folder.after;
        // A folder that batches have begun goes on in them: all of it would name some files twice.
        slot.in_batches = in_batches_ || !after.empty();
        client_->begin(
            {.key = slot.folder.key,
             .query = slot.in_batches
                          ? "op=LISTSTATUS_BATCH" +
                                (after.empty() ? std::string()
                                               : "&startAfter=" + percent_encoded(after, false))
                          : std::string("op=LISTSTATUS"),
             .text = &slot.text,
             .text_bytes_max = kFolderBytesMax,
             .tag = i});
        ++asked_;
    }
}

Result<void> HdfsWalk::take_entries(const FolderToList& folder, HdfsListing listing) {
    const std::string prefix = folder.key.empty() ? std::string() : folder.key + "/";
    ListingPage page;
    std::vector<FolderToList> below;
    for (HdfsEntry& entry : listing.entries) {
        store_->data_nodes.saw_block_bytes(entry.block_bytes);
        const bool itself = entry.name.empty();
        if (itself && (folder.depth > 0 || listing.entries.size() != 1)) {
            return goes_round(folder);
        }
        if (itself) {
            found_.single = true;
            page.objects.push_back({folder.key, entry.bytes});
        } else if (entry.kind == HdfsEntry::Kind::File) {
            page.objects.push_back({prefix + entry.name, entry.bytes});
        } else if (entry.kind == HdfsEntry::Kind::Folder && !entry.name.starts_with('.')) {
            below.push_back({.key = prefix + entry.name, .depth = folder.depth + 1});
        }
    }
    if (!below.empty() && folder.depth == kDepthMax) {
        return goes_round(folder);
    }
    todo_.insert(todo_.end(),
                 std::make_move_iterator(below.rbegin()),
                 std::make_move_iterator(below.rend()));
    if (listing.remaining > 0) {
        if (listing.entries.empty() || listing.entries.back().name <= folder.after) {
            return goes_round(folder);
        }
        todo_.push_back({.key = folder.key,
                         .after = std::move(listing.entries.back().name),
                         .depth = folder.depth});
    }
    if (page.objects.empty()) {
        return {};
    }
    const auto enough = take_(std::move(page));
    if (!enough) {
        return enough.error();
    }
    enough_ = *enough;
    return {};
}

Result<void> HdfsWalk::take_reply(const Reply& reply) {
    Slot& slot = slots_[reply.tag];
    slot.busy = false;
    if (reply.refusal && reply.refusal->status == 400 && slot.in_batches &&
        slot.folder.after.empty()) {
        in_batches_ = false;  // a name node before Hadoop 2.8
        todo_.push_back(std::move(slot.folder));
        return {};
    }
    if (reply.refusal) {
        return refusal_error(*reply.refusal, *store_, slot.folder.key);
    }
    auto listing = parse_hdfs_listing(slot.text);
    if (!listing) {
        return std::move(listing).error();
    }
    return take_entries(slot.folder, *std::move(listing));
}

Result<HdfsFound> HdfsWalk::run(const std::stop_token& stop) {
    std::array<Reply, kFoldersAtOnce> replies;
    while (!enough_) {
        if (stop.stop_requested()) {
            client_->abandon();
            return Error{
                .code = ErrorCode::Stopped,
                .what = say("ask the store for '%1'", store_->name_of(store_->location.key))};
        }
        ask_where_free();
        if (client_->in_flight() == 0) {
            return found_;
        }
        auto came = client_->wait(replies, 1, kStopLook);
        if (!came) {
            return std::move(came).error();
        }
        for (const Reply& reply : std::span(replies).first(*came)) {
            if (auto taken = take_reply(reply); !taken) {
                return std::move(taken).error();
            }
        }
        const bool more = !todo_.empty() || client_->in_flight() > 0;
        if (more && (asked_ > kAnswersMax || (pages_max_ > 0 && asked_ >= pages_max_))) {
            break;
        }
    }
    found_.has_more = !todo_.empty() || client_->in_flight() > 0;
    client_->abandon();
    return found_;
}

}  // namespace

Result<HdfsFound> list_hdfs(const std::shared_ptr<Store>& store,
                            const std::stop_token& stop,
                            std::size_t pages_max,
                            const std::function<Result<bool>(ListingPage)>& take) {
    const std::uint32_t at_once = pages_max > 0 ? 1 : kFoldersAtOnce;
    auto client = Client::make(store, at_once, 1);
    if (!client) {
        return std::move(client).error();
    }
    return HdfsWalk(store, *std::move(client), at_once, pages_max, take).run(stop);
}

}  // namespace throughline::remote
