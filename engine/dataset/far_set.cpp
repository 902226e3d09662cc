// SPDX-License-Identifier: Apache-2.0
#include "engine/dataset/far_set.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <utility>

#include "engine/base/say.h"
#include "engine/base/worker_threads.h"
#include "engine/dataset/file_kind.h"

namespace throughline::dataset {
namespace {

// Each waits a round trip for a few bytes.
constexpr std::size_t kListersMax = 16;
// So many failures and not one answer: the others would take as long and tell no more.
constexpr std::size_t kUnansweredMax = 8;

FoundFile look_at(const FarFiles& far, const FarFiles::File& file) {
    FoundFile found{.path = file.path, .bytes = file.bytes, .regular = true};
    if (file.bytes == 0) {
        found.kind = ContentKind::Empty;
        return found;
    }
    auto source = far.open(file.path, file.bytes);
    std::array<std::byte, kContentHeadBytes> head{};
    auto got = source ? (*source)->read_at(0, head) : Result<std::size_t>(source.error());
    if (!got) {
        found.failure = std::move(got).error();
        return found;
    }
    found.kind = content_kind(std::span(head).first(*got));
    return found;
}

std::string_view last_part(std::string_view path) {
    return path.substr(path.rfind('/') + 1);  // npos + 1 is 0
}

}  // namespace

Result<std::vector<FoundFile>> look_at_far(const FarFiles& far,
                                           const std::vector<FarFiles::File>& files,
                                           const OpenOptions& options,
                                           std::size_t most) {
    std::vector<FoundFile> found(std::min(files.size(), most));
    std::atomic<std::size_t> next{0};
    std::atomic<std::size_t> unanswered{0};
    std::atomic<bool> answered{false};
    const auto work = [&]() -> Result<void> {
        for (std::size_t i = next++; i < found.size(); i = next++) {
            if (options.stop.stop_requested()) {
                return Error{.code = ErrorCode::Stopped, .what = say("look at far away files")};
            }
            found[i] = look_at(far, files[i]);
            const bool failed = found[i].failure && found[i].failure->code == ErrorCode::Io;
            if (!failed && found[i].bytes > 0) {
                answered = true;
            }
            // Each of them was asked for as often as the settings say.
            if (failed && ++unanswered >= kUnansweredMax && !answered) {
                return *found[i].failure;
            }
        }
        return {};
    };
    const auto show = [&] {
        if (options.on_progress) {
            options.on_progress(std::min(next.load(), found.size()));
        }
    };
    const std::size_t threads = std::clamp<std::size_t>(found.size(), 1, kListersMax);
    if (auto done = run_on_threads("look at far away files", threads, work, show); !done) {
        return std::move(done).error();
    }
    return found;
}

Result<std::vector<FoundFile>> far_images(ImageSetBuilder& builder, const OpenOptions& options) {
    std::vector<FoundFile> images;
    std::vector<FarFiles::File> unnamed;
    for (const FarFiles::File& file : options.far->files()) {
        switch (name_kind(last_part(file.path))) {
            case NameKind::Jpeg:
                images.push_back({.path = file.path, .bytes = file.bytes});
                break;
            case NameKind::NoEnding:
                unnamed.push_back(file);
                break;
            case NameKind::Other:
                builder.count_other(other_kind(last_part(file.path)));
                break;
        }
    }
    auto looked = look_at_far(*options.far, unnamed, options);
    if (!looked) {
        return looked;
    }
    for (FoundFile& file : *looked) {
        if (file.kind == ContentKind::Jpeg) {
            images.push_back(std::move(file));
        } else if (file.failure) {
            builder.leave_out(describe(*file.failure), file.path);
        } else {
            builder.count_other(other_kind(last_part(file.path)));
        }
    }
    std::sort(images.begin(), images.end(), [](const FoundFile& a, const FoundFile& b) {
        return a.path < b.path;
    });
    return images;
}

}  // namespace throughline::dataset
