// SPDX-License-Identifier: Apache-2.0
#include "engine/catalog/parse_entries.h"

#include <cctype>
#include <initializer_list>

#include "engine/base/say.h"

namespace throughline::catalog {
namespace {

constexpr const char* kNoBurst = to_say("no burst is stated");

using Remarks = std::vector<std::pair<std::string, std::string>>;

Remarks remarks(EntryReader& reader,
                std::initializer_list<std::pair<const char*, const char*>> fields) {
    Remarks found;
    for (const auto& [field, label] : fields) {
        if (auto text = reader.remark(field); !text.empty()) {
            found.emplace_back(label, std::move(text));
        }
    }
    return found;
}

/// "v100-16-gb-resnet-50-v1.5-training-amp": the id of a rate whose entry has none.
std::string gpu_rate_id(const GpuRate& rate) {
    std::string id;
    for (const char letter : rate.gpu + " " + rate.model + " " + rate.precision) {
        const auto byte = static_cast<unsigned char>(letter);
        if (std::isalnum(byte) != 0 || letter == '.') {
            id += static_cast<char>(std::tolower(byte));
        } else if (!id.empty() && id.back() != '-') {
            id += '-';
        }
    }
    while (id.ends_with('-')) {
        id.pop_back();
    }
    return id;
}

}  // namespace

StorageTarget parse_storage(EntryReader& reader) {
    StorageTarget target{.id = reader.required_text("id"),
                         .name = reader.required_text("name"),
                         .provider = reader.text("provider"),
                         .kind = reader.text("kind"),
                         .era = reader.text("era"),
                         .per = reader.text("per"),
                         .shared = reader.flag("shared"),
                         .read_bytes_per_s = reader.figure("read_bytes_per_s"),
                         .read_iops = reader.figure("read_iops"),
                         .latency_s = reader.figure("latency_s"),
                         .doubles_after_s = reader.figure("doubles_after_s"),
                         .price = reader.price("price"),
                         .model = reader.model("model"),
                         .sources = reader.texts("sources")};
    target.price_gap = target.price ? "" : to_say("no price with a source was found");
    target.remarks = remarks(reader,
                             {{"stated", "stated"},
                              {"measured", "measured"},
                              {"iops_io_bytes", "bytes per I/O of the IOPS figure"},
                              {"iops_stated", "IOPS as stated"},
                              {"latency_stated", "latency as stated"},
                              {"latency_basis", "latency from"},
                              {"latency_note", "latency"},
                              {"client_bytes_per_s", "bytes/s per client"},
                              {"connection_bytes_per_s", "bytes/s per connection"},
                              {"size_gib", "sizes, GiB"},
                              {"size_gb", "size, GB"},
                              {"size_table", "size classes"},
                              {"scaling", "scaling"},
                              {"queue_rule", "queue depth"},
                              {"io_rules", "how I/Os count"},
                              {"burst", "burst"},
                              {"throttle", "throttling"},
                              {"note", "note"}});
    return target;
}

Link parse_link(EntryReader& reader) {
    reader.skip("payload_share_mtu1500");
    reader.skip("payload_share_mtu9000");
    reader.skip("payload_bytes_per_s_mtu1500");
    return {.id = reader.required_text("id"),
            .name = reader.required_text("name"),
            .line_bits_per_s = reader.figure("line_bits_per_s"),
            .model = reader.model("model"),
            .note = reader.text("note"),
            .sources = reader.texts("sources")};
}

Instance parse_instance(EntryReader& reader) {
    Instance instance{.id = reader.required_text("id"),
                      .provider = reader.text("provider"),
                      .gpu = reader.text("gpu"),
                      .gpu_form = reader.text("gpu_form"),
                      .era = reader.text("era"),
                      .gpus = reader.figure("gpus"),
                      .gpu_memory_gib = reader.figure("gpu_memory_gib"),
                      .vcpus = reader.figure("vcpus"),
                      .memory_gib = reader.figure("memory_gib"),
                      .network_gbit_s = reader.figure("network_gbit_s"),
                      .local_nvme_gb = reader.figure("local_nvme_gb"),
                      .usd_per_hour = reader.figure("usd_per_hour"),
                      .price_date = reader.text("price_date"),
                      .price_region = reader.text("price_region"),
                      .price_source = reader.text("price_source"),
                      .sources = reader.texts("sources")};
    instance.block_bytes_per_s.gap = instance.block_iops.gap = to_say("not stated");
    if (const Json* const block = reader.object("block_storage")) {
        EntryReader inner(*block, reader.where() + ", block_storage");
        instance.block_bytes_per_s = inner.figure("bytes_per_s");
        instance.block_iops = inner.figure("iops");
        instance.block_burst_bytes_per_s = inner.figure("burst_bytes_per_s", kNoBurst);
        instance.block_burst_iops = inner.figure("burst_iops", kNoBurst);
        for (const auto& error : inner.errors()) {
            reader.complain("block_storage", to_say("%1 is invalid: %2"), error);
        }
    }
    if (instance.usd_per_hour.value && instance.price_date.empty()) {
        reader.complain("price_date", to_say("%1 is missing: a price is shown with its date"));
    }
    instance.remarks = remarks(reader,
                               {{"role", "role"},
                                {"interconnect", "interconnect"},
                                {"network_note", "network"},
                                {"block_note", "block storage"},
                                {"local_read_iops", "IOPS of the local drives"},
                                {"local_read_bytes_per_s", "bytes/s of the local drives"},
                                {"price_note", "price"},
                                {"note", "note"}});
    return instance;
}

GpuRate parse_gpu_rate(EntryReader& reader) {
    GpuRate rate{.id = reader.text("id"),
                 .gpu = reader.required_text("gpu"),
                 .model = reader.required_text("model"),
                 .precision = reader.text("precision"),
                 .images_per_s_1 = reader.figure("img_s_1"),
                 .images_per_s_8 = reader.figure("img_s_8"),
                 .gpu_sigma = reader.figure("gpu_sigma"),
                 .note = reader.text("note"),
                 .source = reader.text("source")};
    if (rate.id.empty()) {
        rate.id = gpu_rate_id(rate);
    }
    return rate;
}

Network parse_network(EntryReader& reader) {
    return {.id = reader.required_text("id"),
            .label = reader.required_text("label"),
            .note = reader.text("note"),
            .params = reader.figure("params"),
            .gflops_forward = reader.figure("gflops_forward"),
            .gflops_training = reader.figure("gflops_training"),
            .tensor_bytes = reader.figure("input_bytes_u8"),
            .gradient_bytes = reader.figure("gradient_bytes_fp32"),
            .gradient_bytes_fp16 = reader.figure("gradient_bytes_fp16")};
}

namespace {

PublishedTable parse_table(const Json& json) {
    PublishedTable table;
    const auto cell = [](const Json& value) {
        return value.is_string() ? value.get<std::string>() : value.dump();
    };
    if (const auto columns = json.find("columns"); columns != json.end()) {
        for (const auto& column : *columns) {
            table.columns.push_back(cell(column));
        }
    }
    if (const auto rows = json.find("rows"); rows != json.end()) {
        for (const auto& row : *rows) {
            auto& cells = table.rows.emplace_back();
            for (const auto& value : row) {
                cells.push_back(cell(value));
            }
        }
    }
    return table;
}

}  // namespace

Published parse_published(EntryReader& reader) {
    Published entry{.id = reader.required_text("id"),
                    .source = reader.required_text("source"),
                    .place = reader.text("place"),
                    .metric = reader.required_text("metric"),
                    .value = reader.figure("value", to_say("a table, or not stated")),
                    .unit = reader.text("unit"),
                    .relation = reader.text("relation"),
                    .statement = reader.text("statement"),
                    .model = reader.text("model"),
                    .note = reader.text("note")};
    entry.value_max = reader.figure("value_max").value;
    entry.conditions = remarks(reader,
                               {{"system", "system"},
                                {"hardware", "hardware"},
                                {"gpu", "gpu"},
                                {"gpus", "gpus"},
                                {"nodes", "nodes"},
                                {"storage", "storage"},
                                {"data", "data"},
                                {"operation", "operation"},
                                {"software", "software"},
                                {"model_name", "model_name"},
                                {"phase", "phase"},
                                {"batch", "batch"},
                                {"precision", "precision"}});
    if (const Json* const table = reader.object("table")) {
        entry.table = parse_table(*table);
    }
    reader.skip("title");
    return entry;
}

Source parse_source(EntryReader& reader, const std::string& id) {
    Source source{.id = id.empty() ? reader.required_text("id") : id,
                  .title = reader.required_text("title"),
                  .publisher = reader.text("publisher"),
                  .address = reader.text("address"),
                  .date = reader.text("date"),
                  .seen = reader.text("seen")};
    if (source.date.empty()) {
        source.date = reader.text("content_date");
    }
    reader.skip("content_date");
    for (const char* const field : {"id", "kind", "note"}) {
        reader.skip(field);
    }
    return source;
}

}  // namespace throughline::catalog
