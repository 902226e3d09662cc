// SPDX-License-Identifier: Apache-2.0
// Goal: every figure that samples/INDEX.md gives for tools that watch a machine (sysstat, vmstat,
// dstat, collectl, diskstats, GPUs) comes out of the import.
#include <algorithm>
#include <string>

#include "tests/engine/importers/sample_table.h"

namespace throughline::importers::tests {
namespace {

constexpr double kKiB = 1024.0;
constexpr double kMs = 1e-3;

TEST(SamplesMachine, Iostat10WithAHalfDayClock) {
    THROUGHLINE_SAMPLE(sample, "iostat/sysstat-10-xmt-12h-clock.txt");
    sample.format("iostat-text");
    sample.samples(0, 21);
    sample.started("2015-02-25T17:48:49.000Z");
    sample.note("import.since_boot");
    sample.figure(0, "read_iops{device=sda}", 24.683, 5e-5);
    sample.figure(0, "read_bytes_per_second{device=sda}", 0.4795 * kKiB * kKiB, 5e-5);
    // INDEX.md has the means of the columns. Figures of a request are weighted by the requests
    // instead: sum((r/s + w/s) x await) / sum(r/s + w/s) of the same rows, by awk.
    sample.printed_mean(0, "disk_await{device=sda}", 69.7895 * kMs, 5e-6);
    sample.figure(0, "disk_await{device=sda}", 167.0297368 * kMs, 5e-6);
    sample.figure(0, "disk_queue_length{device=sda}", 9.6355, 5e-6);
    sample.printed_mean(0, "disk_request_size{device=sda}", 33.3045 * 512, 5e-6);
    sample.figure(0, "disk_request_size{device=sda}", 29'114.3958, 5e-6);
    sample.figure(0, "disk_utilisation{device=sda}", 23.2925, 5e-6);
    sample.largest(0, "disk_utilisation{device=sda}", 100.03);
}

TEST(SamplesMachine, Iostat101OneReport) {
    THROUGHLINE_SAMPLE(sample, "iostat/sysstat-10.1-x.txt");
    sample.samples(0, 1);
    sample.figure(0, "read_iops{device=sda}", 0.13);
    sample.figure(0, "write_iops{device=sda}", 0.11);
    sample.figure(0, "read_bytes_per_second{device=sda}", 5.27 * kKiB);
    sample.figure(0, "disk_request_size{device=sda}", 26.265 * kKiB);
    sample.figure(0, "disk_await{device=sda}", 0.88 * kMs);
    sample.figure(0, "disk_queue_length{device=sda}", 0.0);
    sample.figure(0, "disk_utilisation{device=sda}", 0.01);
}

TEST(SamplesMachine, Iostat116) {
    THROUGHLINE_SAMPLE(sample, "iostat/sysstat-11.6-x.txt");
    sample.samples(0, 1);
    std::size_t devices = 0;
    for (const auto& [key, summary] : sample.run(0).metrics) {
        devices += key.starts_with("disk_utilisation{") ? 1 : 0;
    }
    sample.number("devices", 20, static_cast<double>(devices), 0.0);
    sample.figure(0, "read_iops{device=sda}", 127.92);
    sample.figure(0, "read_bytes_per_second{device=sda}", 8'801'443.84);
    sample.figure(0, "read_await{device=sda}", 2.57 * kMs);
    sample.figure(0, "disk_queue_length{device=sda}", 0.79);
    sample.figure(0, "read_request_size{device=sda}", 67.19 * kKiB);
    sample.figure(0, "disk_utilisation{device=sda}", 15.14);
}

TEST(SamplesMachine, Iostat122InKibibytesAndMebibytes) {
    THROUGHLINE_SAMPLE(kib, "iostat/sysstat-12.2-x.txt");
    kib.figure(0, "read_iops{device=dm-0}", 2.38);
    kib.figure(0, "read_bytes_per_second{device=dm-0}", 98.75 * kKiB);
    kib.figure(0, "read_await{device=dm-0}", 0.55 * kMs);
    kib.figure(0, "read_request_size{device=dm-0}", 41.48 * kKiB);
    kib.figure(0, "disk_queue_length{device=dm-0}", 0.0);
    kib.figure(0, "disk_utilisation{device=dm-0}", 0.34);
    kib.figure(0, "disk_utilisation{device=sda}", 0.41);
    THROUGHLINE_SAMPLE(mib, "iostat/sysstat-12.2-mx.txt");
    mib.figure(0, "read_bytes_per_second{device=sda}", 0.10 * kKiB * kKiB);
    mib.figure(0, "read_iops{device=sda}", 2.65);
    mib.figure(0, "disk_utilisation{device=sda}", 0.41);
}

TEST(SamplesMachine, IostatJson) {
    THROUGHLINE_SAMPLE(iso, "iostat/sysstat-12-json-iso-date.json");
    iso.format("iostat-json");
    iso.samples(0, 2);
    iso.condition(0, "cpu_count", "24");
    iso.first(0, "read_iops{device=dm-0}", 1.39);
    iso.first(0, "read_bytes_per_second{device=dm-0}", 69.95 * kKiB);
    iso.first(0, "read_await{device=dm-0}", 0.95 * kMs);
    iso.first(0, "read_request_size{device=dm-0}", 50.28 * kKiB);
    iso.first(0, "disk_queue_length{device=dm-0}", 0.03);
    iso.first(0, "disk_utilisation{device=dm-0}", 0.98);
    THROUGHLINE_SAMPLE(two, "iostat/sysstat-12-json-two-reports.json");
    two.samples(0, 2);
    two.question("period_seconds");
    two.first(0, "read_iops{device=sda}", 6.90);
    two.first(0, "read_bytes_per_second{device=sda}", 222.14 * kKiB);
    two.first(0, "read_await{device=sda}", 12.58 * kMs);
    two.first(0, "disk_utilisation{device=sda}", 0.46);
}

TEST(SamplesMachine, IostatJsonOfDlio) {
    THROUGHLINE_SAMPLE(sample, "mlperf-storage/dlio-2023-unet3d-2ranks/iostat.json");
    sample.format("iostat-json");
    sample.samples(0, 132);
    sample.rows(0, "read_iops{device=vda}", 132);
    sample.mean(0, "read_iops{device=vda}", 9242.966, 1e-6);
    sample.mean(0, "read_bytes_per_second{device=vda}", 1'109'085'127, 1e-6);
    sample.printed_mean(0, "read_await{device=vda}", 0.519 * kMs, 1e-3);
    sample.printed_mean(0, "read_request_size{device=vda}", 93.88 * kKiB, 1e-4);
    sample.mean(0, "disk_queue_length{device=vda}", 4.866, 1e-4);
    sample.mean(0, "disk_utilisation{device=vda}", 75.167, 1e-5);
    sample.largest(0, "disk_utilisation{device=vda}", 100.5);
    sample.mean(0, "cpu_user", 20.643, 1e-5);
}

TEST(SamplesMachine, SadfJson) {
    THROUGHLINE_SAMPLE(sample, "sar-sadf/sadf-j-all.json");
    sample.format("sadf-json");
    sample.samples(0, 5);
    sample.at(0, "mixed_iops{device=sda}", 2, 1604.70);
    sample.at(0, "read_bytes_per_second{device=sda}", 2, 41'499.97 * kKiB);
    sample.at(0, "disk_queue_length{device=sda}", 2, 18.56);
    sample.at(0, "disk_utilisation{device=sda}", 2, 85.36);
    sample.at(0, "cpu_utilisation", 2, 100.0 - 71.68 - 0.17);
    sample.at(0, "cpu_iowait", 2, 0.17);
    const auto& third = sample.run(0).samples.at(2);
    sample.number("interval of row 3", 39, third.dt_s, 0.0);
    const auto& disk = third.metrics;
    sample.number(
        "request size of row 3", 32.51 * kKiB, disk.at("disk_request_size{device=sda}"), 2e-6);
    sample.number("await of row 3", 12.00 * kMs, disk.at("disk_await{device=sda}"), 2e-6);
}

TEST(SamplesMachine, SadfCsv) {
    THROUGHLINE_SAMPLE(sample, "sar-sadf/sadf-d-all.csv");
    sample.format("sadf-csv");
    sample.at(0, "read_bytes_per_second{device=sda}", 2, 41'499.97 * kKiB);
    sample.at(0, "disk_utilisation{device=sda}", 2, 85.36);
}

TEST(SamplesMachine, SarPrettyHasTheDeviceLast) {
    THROUGHLINE_SAMPLE(sample, "sar-sadf/sar-d-pretty-restarts.txt");
    sample.format("sar-text");
    sample.samples(0, 5);
    sample.at(0, "read_bytes_per_second{device=sda}", 2, 41'499.97 * kKiB);
    sample.at(0, "disk_queue_length{device=sda}", 2, 18.56);
    sample.at(0, "disk_utilisation{device=sda}", 2, 85.36);
}

TEST(SamplesMachine, SarOfCpusWithAHalfDayClock) {
    THROUGHLINE_SAMPLE(sample, "sar-sadf/sar-u-text-12h-clock.txt");
    sample.samples(0, 10);
    sample.mean(0, "cpu_user", 99.741, 2e-5);
    sample.mean(0, "cpu_steal", 0.251, 5e-3);
    sample.mean(0, "cpu_utilisation", 100.0);
    sample.condition(0, "cpu_count", "8");
}

TEST(SamplesMachine, Vmstat) {
    THROUGHLINE_SAMPLE(plain, "vmstat/vmstat-1-repeated-headers.txt");
    plain.format("vmstat");
    plain.samples(0, 37);
    plain.first(0, "read_bytes_per_second", 288 * kKiB);
    plain.first(0, "write_bytes_per_second", 108 * kKiB);
    plain.first(0, "cpu_iowait", 0.0);
    plain.note("import.since_boot");
    plain.question("period_seconds");
    THROUGHLINE_SAMPLE(timed, "vmstat/vmstat-at-5-10.txt");
    timed.samples(0, 4);
    timed.first(0, "read_bytes_per_second", 1 * kKiB);
    timed.first(0, "write_bytes_per_second", 3 * kKiB);
    timed.figure(0, "read_bytes_per_second", 0.0);
    timed.number("interval", 5.0, timed.run(0).samples.at(1).dt_s, 0.0);
}

TEST(SamplesMachine, Dstat) {
    THROUGHLINE_SAMPLE(dstat, "dstat/dstat-0.7.2.csv");
    dstat.format("dstat");
    dstat.version("0.7.2");
    dstat.samples(0, 88);
    dstat.started("2015-06-16T11:06:37.000Z");
    dstat.figure(0, "read_bytes_per_second", 28'285.940, 1e-6);
    double largest = 0.0;
    for (const auto& row : dstat.run(0).samples) {
        if (row.phase == run::Phase::Measured) {
            largest = std::max(largest, row.metrics.at("read_bytes_per_second"));
        }
    }
    dstat.number("largest read, without the first row", 1'330'380.8, largest, 1e-9);
    // INDEX.md counts busy as 100 - idle; in the registry waiting for I/O is idle, kept apart.
    const auto& figures = dstat.run(0).metrics;
    dstat.number("CPU busy + iowait",
                 31.678,
                 figures.at("cpu_utilisation").value + figures.at("cpu_iowait").value,
                 2e-5);
    THROUGHLINE_SAMPLE(pcp, "dstat/pcp-dstat-5.0.3.csv");
    pcp.version("5.0.3");
    pcp.samples(0, 383);
    pcp.started("2016-10-05T23:04:52.291Z");
    pcp.figure(0, "read_bytes_per_second", 0.0);
    pcp.figure(0, "read_bytes_per_second{device=sda}", 0.0);
    const auto& busy = pcp.run(0).metrics;
    pcp.number("CPU busy + iowait",
               24.844,
               busy.at("cpu_utilisation").value + busy.at("cpu_iowait").value,
               5e-5);
}

TEST(SamplesMachine, Collectl) {
    THROUGHLINE_SAMPLE(sample, "collectl/collectl-4.3.1-plot.tab");
    sample.format("collectl");
    sample.version("4.3.1-1");
    sample.samples(0, 478);
    sample.mean(0, "read_iops", 0.642, 1e-3);
    sample.largest(0, "read_iops", 47);
    sample.mean(0, "read_bytes_per_second", 19.858 * kKiB, 1e-4);
    sample.largest(0, "read_bytes_per_second", 1600 * kKiB);
    sample.mean(0, "write_bytes_per_second", 526.812 * kKiB, 1e-5);
    sample.mean(0, "cpu_utilisation", 6.766, 1e-4);
    sample.started("2020-11-23T19:40:55.000Z");
}

TEST(SamplesMachine, DiskstatsAreCounters) {
    THROUGHLINE_SAMPLE(one, "diskstats/diskstats-20col.txt");
    one.format("diskstats");
    one.figure(0, "read_requests{device=sda}", 14'200);
    one.figure(0, "read_bytes{device=sda}", 457'127'936);
    one.figure(0, "disk_busy_time{device=sda}", 24.940);
    one.no_figure(0, "read_bytes_per_second{device=sda}");
    THROUGHLINE_SAMPLE(mixed, "diskstats/diskstats-14-18-20col-mixed.txt");
    mixed.number("lines", 52, static_cast<double>(mixed.file().rows_taken), 0.0);
    mixed.figure(0, "read_requests{device=nvme0n1}", 47'114);
    mixed.figure(0, "read_bytes{device=nvme0n1}", 4'643'973.0 * 512);
}

TEST(SamplesMachine, NvidiaDmon) {
    THROUGHLINE_SAMPLE(sample, "nvidia-smi/dmon-4xK80-truncated.txt");
    sample.format("nvidia-smi-dmon");
    sample.number("whole rows", 12, static_cast<double>(sample.file().rows_taken), 0.0);
    sample.dropped(1);
    sample.condition(0, "gpu_count", "4");
    sample.figure(0, "gpu_utilisation{gpu=0}", 28.667, 2e-5);
    sample.figure(0, "gpu_utilisation{gpu=1}", 29.0);
    sample.figure(0, "gpu_utilisation{gpu=2}", 51.667, 2e-5);
    sample.figure(0, "gpu_utilisation{gpu=3}", 29.333, 2e-5);
    double all = 0.0;
    for (const char* const gpu : {"0", "1", "2", "3"}) {
        all += sample.run(0).metrics.at(std::string("gpu_utilisation{gpu=") + gpu + "}").value;
    }
    sample.number("mean of all GPUs", 34.667, all / 4.0, 2e-5);
    sample.question("period_seconds");
}

TEST(SamplesMachine, NvidiaQuery) {
    THROUGHLINE_SAMPLE(h100, "nvidia-smi/query-gpu-8xH100-nounits.csv");
    h100.format("nvidia-smi-query");
    h100.condition(0, "gpu_count", "8");
    h100.samples(0, 1);
    h100.figure(0, "gpu_utilisation{gpu=0}", 0.0);
    h100.figure(0, "gpu_memory_total{gpu=7}", 81'559 * kKiB * kKiB);
    double low = 1e9;
    double high = 0.0;
    for (const auto& [key, summary] : h100.run(0).metrics) {
        if (key.starts_with("gpu_power{")) {
            low = std::min(low, summary.value);
            high = std::max(high, summary.value);
        }
    }
    h100.number("least power", 70.68, low, 1e-9);
    h100.number("most power", 72.05, high, 1e-9);
    THROUGHLINE_SAMPLE(bare, "nvidia-smi/query-gpu-noheader-units.csv");
    bare.samples(0, 234);
    bare.question("columns");
    bare.mean(0, "gpu_utilisation{gpu=0}", 95.2009, 1e-6);
    bare.largest(0, "gpu_utilisation{gpu=0}", 100);
    bare.largest(0, "gpu_memory{gpu=0}", 31'529 * kKiB * kKiB);
    THROUGHLINE_SAMPLE(power, "nvidia-smi/query-gpu-power-units.csv");
    power.samples(0, 91);
    power.mean(0, "gpu_power{gpu=0}", 65.689, 1e-5);
    power.largest(0, "gpu_power{gpu=0}", 73.24);
    power.no_figure(0, "gpu_utilisation{gpu=0}");
}

TEST(SamplesMachine, Dcgmi) {
    THROUGHLINE_SAMPLE(sample, "dcgmi/dmon-1gpu-profiling.txt");
    sample.format("dcgmi-dmon");
    sample.samples(0, 15);
    sample.mean(0, "gpu_engine_activity{gpu=0}", 79.4, 1e-3);
    sample.largest(0, "gpu_engine_activity{gpu=0}", 99.8);
    sample.mean(0, "gpu_tensor_activity{gpu=0}", 70.06, 1e-3);
    sample.mean(0, "gpu_dram_activity{gpu=0}", 24.02, 1e-3);
}

}  // namespace
}  // namespace throughline::importers::tests
