# SPDX-License-Identifier: Apache-2.0
"""The bars, as the issue sets them. One line each: this is the only place where a limit stands."""
from bars.bar import Bar

HIGHER, LOWER = True, False

BARS = [
    Bar("fio_128k_iops", "IOPS / fio, 128K QD32 O_DIRECT", 0.95, 1.00, HIGHER, noisy_disk=True),
    Bar("fio_128k_cpu", "CPU per I/O / fio, 128K QD32", 0.85, 0.72, LOWER),
    Bar("fio_4k_iops", "IOPS / fio, 4K QD64 O_DIRECT", 0.92, 0.98, HIGHER, noisy_disk=True),
    Bar("fio_4k_cpu", "CPU per I/O / fio, 4K QD64", 0.75, 0.57, LOWER),
    Bar("small_files_rate", "files/s / 16-thread pread pool", 0.90, 1.00, HIGHER,
        noisy_disk=True),
    Bar("small_files_cpu", "CPU per file / 16-thread pread pool", 0.60, 0.45, LOWER),
    Bar("tfrecord_cpu", "TFRecord CPU per GB / buffered read loop", 0.60, 0.40, LOWER),
    Bar("crop_time", "random-resized-crop / full libjpeg decode", 0.92, 0.85, LOWER),
    Bar("psnr_mean", "PSNR of the default mode, mean", 50.0, 58.0, HIGHER, unit="dB"),
    Bar("psnr_p5", "PSNR of the default mode, 5th percentile", 50.0, 58.0, HIGHER, unit="dB"),
    Bar("resize_time", "anti-aliased resize / OpenCV INTER_LINEAR", 1.6, 1.2, LOWER),
    Bar("pipeline_rate", "cold pipeline / min(storage, decode)", 0.93, 0.98, HIGHER,
        noisy_disk=True),
    Bar("pipeline_busy", "the same x CPU per image / decode alone", 0.97, 0.99, HIGHER),
    Bar("pipeline_cpu", "CPU per image / decode alone", 1.05, 1.02, LOWER),
    Bar("context_switches", "context switches per image", 0.25, 0.1, LOWER),
    Bar("allocations", "heap allocations per image, steady state", 0.0, 0.0, LOWER),
    Bar("torchvision", "images/s / torchvision DataLoader", 3.0, 3.6, HIGHER),
    Bar("dali", "images/s / DALI CPU pipeline", 1.3, 1.8, HIGHER),
    Bar("sampler", "images/s sampled once a second / never", 0.995, 0.998, HIGHER),
    Bar("remote_get_s3torch", "CPU of a signed 107 kB GET / s3torchconnector", 0.30, 0.25, LOWER),
    Bar("remote_get_obstore", "CPU of a signed 107 kB GET / obstore", 0.55, 0.45, LOWER),
    Bar("remote_range_cpu", "CPU of 8 MiB ranges / bare recv", 1.3, 1.2, LOWER),
    Bar("remote_sync_rclone", "time of dataset sync / rclone copy", 1.0, 0.7, LOWER),
    Bar("remote_sync_s5cmd", "time of dataset sync / s5cmd cp", 1.0, 0.7, LOWER),
    Bar("remote_sync_durable", "time of dataset sync / rclone copy, synced", 1.0, 0.7, LOWER),
    Bar("ways_choice", "fastest of three ways foretold, of 72", 90.0, 95.0, HIGHER, unit="%"),
    Bar("ways_error", "the same: time of 2 to 4 epochs off, median", 8.0, 5.0, LOWER, unit="%"),
    Bar("ways_later_error", "the same without the first epoch", 8.0, 5.0, LOWER, unit="%"),
    Bar("baseline_iops", "storage baseline off fio, IOPS, worst cell", 5.0, 3.0, LOWER, unit="%"),
    Bar("baseline_bytes", "storage baseline off fio, MB/s, worst cell", 5.0, 3.0, LOWER, unit="%"),
    Bar("baseline_p50", "storage baseline off fio, p50, worst cell", 10.0, 5.0, LOWER, unit="%"),
    Bar("baseline_p99", "storage baseline off fio, p99, worst cell", 15.0, 10.0, LOWER, unit="%"),
]
