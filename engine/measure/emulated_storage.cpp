// SPDX-License-Identifier: Apache-2.0
#include "engine/measure/emulated_storage.h"

#include "engine/remote/emulated_reader.h"

namespace throughline::measure {

EmulatedStorage EmulatedStorage::make(const PointOptions& point, int repeat) {
    EmulatedStorage storage{.volume = make_volume(point)};
    if (point.store != nullptr) {
        storage.store = std::make_shared<remote::EmulatedStore>(point.store->name,
                                                                point.store->rules,
                                                                point.store_retry,
                                                                static_cast<std::uint64_t>(repeat));
    }
    return storage;
}

void EmulatedStorage::put_under(pipeline::PipelineOptions& options) const {
    options.reader.emulated = volume.get();
    if (store != nullptr) {
        options.make_reader = [over = store](const storage::ReaderOptions& reader,
                                             const storage::BufferPool& pool) {
            return remote::make_emulated_reader(reader, pool, over);
        };
    }
}

const remote::Traffic* EmulatedStorage::traffic(const Source& source) const noexcept {
    return store != nullptr ? &store->traffic() : source.traffic();
}

}  // namespace throughline::measure
