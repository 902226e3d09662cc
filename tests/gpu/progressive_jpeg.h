// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <vector>

// clang-format off: libjpeg's header needs <cstdio> first
#include <jpeglib.h>
// clang-format on

namespace throughline::gpu_check {

/// The same picture as a progressive JPEG, without a loss. The file must be sound.
inline std::vector<std::byte> progressive_of(const std::vector<std::byte>& file) {
    jpeg_error_mgr errors{};
    jpeg_decompress_struct from{};
    jpeg_compress_struct to{};
    from.err = to.err = jpeg_std_error(&errors);
    jpeg_create_decompress(&from);
    jpeg_create_compress(&to);
    jpeg_mem_src(&from, reinterpret_cast<const unsigned char*>(file.data()), file.size());
    jpeg_read_header(&from, TRUE);
    jvirt_barray_ptr* const coefficients = jpeg_read_coefficients(&from);
    unsigned char* bytes = nullptr;
    unsigned long count = 0;
    jpeg_mem_dest(&to, &bytes, &count);
    jpeg_copy_critical_parameters(&from, &to);
    jpeg_simple_progression(&to);
    jpeg_write_coefficients(&to, coefficients);
    jpeg_finish_compress(&to);
    jpeg_finish_decompress(&from);
    const auto* const first = reinterpret_cast<const std::byte*>(bytes);
    std::vector<std::byte> progressive(first, first + count);
    jpeg_destroy_compress(&to);
    jpeg_destroy_decompress(&from);
    std::free(bytes);
    return progressive;
}

}  // namespace throughline::gpu_check
