// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/explore/sample_store.h"

#include <QPointer>

namespace throughline::ui {

SampleStore::SampleStore(QObject* parent) : QObject(parent) {}

void SampleStore::setProvider(SampleProvider provider) {
    provider_ = std::move(provider);
}

void SampleStore::request(const QString& study, std::int64_t run, const std::string& metric) {
    const SampleKey key{run, metric};
    if (!provider_ || cache_.count(key) > 0 || !waiting_.insert(key).second) {
        return;
    }
    const QPointer<SampleStore> self(this);
    provider_({study, run, metric}, [self, key, generation = generation_](SampleSeries samples) {
        if (self.isNull() || self->generation_ != generation) {
            return;
        }
        self->waiting_.erase(key);
        self->cache_[key] = std::move(samples);
        ++self->arrivals_;
        Q_EMIT self->arrived();
    });
}

void SampleStore::clear() {
    ++generation_;
    cache_.clear();
    waiting_.clear();
}

}  // namespace throughline::ui
