// SPDX-License-Identifier: Apache-2.0
// A vector holds blocks of 128 bits; each block works on one pixel (r, g, b, unused). A group is
// four vectors S0..S3: block b of Sj is pixel 4 * b + j, so that packing leaves pixels in order.
#include "engine/decode/resize_kernels.h"

#include <algorithm>
#include <cstring>

// Vectors of unknown length have no blocks to count.
#define HWY_DISABLED_TARGETS (HWY_SVE | HWY_SVE2 | HWY_SVE_256 | HWY_SVE2_128 | HWY_RVV)
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "engine/decode/resize_kernels.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "engine/base/check.h"

// Of the functions below there is one copy for each instruction set; as in Highway's own code their
// names are in CamelCase, which tells them from those that the rest of the program calls.
// NOLINTBEGIN(readability-identifier-naming)
HWY_BEFORE_NAMESPACE();
namespace throughline::decode::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

using D16 = hn::CappedTag<std::int16_t, 16>;
using D32 = hn::Repartition<std::int32_t, D16>;
using DF = hn::Repartition<float, D16>;
using D8 = hn::Repartition<std::uint8_t, D16>;
using V16 = hn::Vec<D16>;
using V32 = hn::Vec<D32>;
using VF = hn::Vec<DF>;

constexpr std::size_t kBlocks = hn::MaxLanes(D16()) / 8;
constexpr std::size_t kGroup = 4 * kBlocks;
constexpr int kSumBits = kRowFractionBits + kColumnWeightBits;
constexpr std::size_t kGroupSamples = kGroup * 4;  // room for what a group writes, and more
// A block of four pixels is stored with 16 elements where 12 are its own.
constexpr std::size_t kPixelsPast = 2;

struct Sums {
    V32 part[4];
};
struct Pixels {
    VF part[4];
};

std::size_t ColumnGroup() {
    return kGroup;
}

// Few rows: 16-bit products, each rounded to the fractional bits.
template <std::uint32_t Taps>
void FilterFew(const std::uint8_t* const* rows,
               const std::int16_t* weights,
               std::int16_t* HWY_RESTRICT out,
               std::size_t count) {
    const hn::ScalableTag<std::int16_t> d;
    const hn::Rebind<std::uint8_t, decltype(d)> d8;
    const std::uint8_t* row[Taps];
    hn::Vec<decltype(d)> weight[Taps];
    for (std::uint32_t k = 0; k < Taps; ++k) {
        row[k] = rows[k];
        weight[k] = hn::Set(d, weights[k]);
    }
    for (std::size_t i = 0; i < count; i += hn::Lanes(d)) {
        auto sum = hn::Zero(d);
        for (std::uint32_t k = 0; k < Taps; ++k) {
            const auto sample = hn::PromoteTo(d, hn::LoadU(d8, row[k] + i));
            sum = hn::Add(sum,
                          hn::MulFixedPoint15(hn::ShiftLeft<kRowFractionBits>(sample), weight[k]));
        }
        hn::StoreU(sum, d, out + i);
    }
}

// Many rows: small weights, whose products are summed exactly and rounded once.
void FilterMany(const std::uint8_t* const* rows,
                const std::int16_t* weights,
                std::uint32_t taps,
                std::int16_t* HWY_RESTRICT out,
                std::size_t count) {
    const hn::ScalableTag<std::int32_t> d;
    const hn::Rebind<std::uint8_t, decltype(d)> d8;
    const hn::Rebind<std::int16_t, decltype(d)> d16;
    constexpr int kShift = 15 - kRowFractionBits;
    for (std::size_t i = 0; i < count; i += hn::Lanes(d)) {
        auto sum = hn::Set(d, 1 << (kShift - 1));
        for (std::uint32_t k = 0; k < taps; ++k) {
            const auto sample = hn::PromoteTo(d, hn::LoadU(d8, rows[k] + i));
            sum = hn::Add(sum, hn::Mul(sample, hn::Set(d, weights[k])));
        }
        hn::StoreU(hn::DemoteTo(d16, hn::ShiftRight<kShift>(sum)), d16, out + i);
    }
}

void FilterRows(const std::uint8_t* const* rows,
                const std::int16_t* weights,
                std::uint32_t taps,
                std::int16_t* out,
                std::size_t count) {
    switch (taps) {
        case 1:
            return FilterFew<1>(rows, weights, out, count);
        case 2:
            return FilterFew<2>(rows, weights, out, count);
        case 3:
            return FilterFew<3>(rows, weights, out, count);
        case 4:
            return FilterFew<4>(rows, weights, out, count);
        case 5:
            return FilterFew<5>(rows, weights, out, count);
        case 6:
            return FilterFew<6>(rows, weights, out, count);
        default:
            return FilterMany(rows, weights, taps, out, count);
    }
}

// The samples of one pixel a block, from where each pixel's window begins.
template <class D>
HWY_INLINE hn::Vec<D> LoadBlocks(D d, const std::int16_t* row, const std::uint32_t* first) {
    if constexpr (kBlocks == 1) {
        return hn::LoadU(d, row + first[0]);
    } else {
        const hn::Half<D> block;
        return hn::Combine(d, hn::LoadU(block, row + first[4]), hn::LoadU(block, row + first[0]));
    }
}

// r0 g0 b0 r1 g1 b1 . . -> r0 r1 g0 g1 b0 b1 . .
alignas(16) constexpr std::uint8_t kPairUp[16] = {
    0, 1, 6, 7, 2, 3, 8, 9, 4, 5, 10, 11, 12, 13, 14, 15};
// Two vectors of 16-bit r g b . r g b . to bytes: twelve in order, or four of each channel.
alignas(16) constexpr std::uint8_t kLowToNhwc[16] = {
    0, 2, 4, 8, 10, 12, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80};
alignas(16) constexpr std::uint8_t kHighToNhwc[16] = {
    0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0, 2, 4, 8, 10, 12, 0x80, 0x80, 0x80, 0x80};
alignas(16) constexpr std::uint8_t kLowToNchw[16] = {
    0, 8, 0x80, 0x80, 2, 10, 0x80, 0x80, 4, 12, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80};
alignas(16) constexpr std::uint8_t kHighToNchw[16] = {
    0x80, 0x80, 0, 8, 0x80, 0x80, 2, 10, 0x80, 0x80, 4, 12, 0x80, 0x80, 0x80, 0x80};

// 16-bit r g b . r g b . to two pixels in order.
alignas(16) constexpr std::uint8_t kHalfsToNhwc[16] = {
    0, 1, 2, 3, 4, 5, 8, 9, 10, 11, 12, 13, 14, 15, 14, 15};

HWY_INLINE V16 Table(const std::uint8_t* bytes) {
    return hn::BitCast(D16(), hn::LoadDup128(D8(), bytes));
}

// `Pairs` 0: the number is known only at run time.
template <std::uint32_t Pairs>
HWY_INLINE Sums WeighGroup(const std::int16_t* row,
                           const std::uint32_t* first,
                           const std::int16_t* weights,
                           std::uint32_t pairs) {
    const D16 d;
    const D32 d32;
    const std::uint32_t count = Pairs == 0 ? pairs : Pairs;
    const V16 pair_up = Table(kPairUp);
    Sums sums;
    for (std::size_t j = 0; j < 4; ++j) {
        V32 even = hn::Set(d32, 1 << (kSumBits - 1));  // rounds the shift that follows
        V32 odd = hn::Zero(d32);
        for (std::uint32_t pair = 0; pair < count; ++pair) {
            const V16 samples = LoadBlocks(d, row + std::size_t{pair} * 2 * kChannels, first + j);
            even = hn::ReorderWidenMulAccumulate(
                d32, hn::TableLookupBytes(samples, pair_up), hn::LoadU(d, weights), even, odd);
            weights += hn::Lanes(d);
        }
        sums.part[j] = hn::RearrangeToOddPlusEven(even, odd);
    }
    return sums;
}

// PixelFormat for sums as they are: their fixed point and their rounding are part of it.
struct Affine {
    VF red;
    VF green;
    VF blue;
    VF diagonal;
    VF offset;
};
HWY_INLINE Affine AffineOf(const PixelFormat& format) {
    const DF d;
    const VF unit = hn::Set(d, 1.0F / static_cast<float>(1 << kSumBits));
    const VF red = hn::LoadDup128(d, format.mix[0].data());
    const VF green = hn::LoadDup128(d, format.mix[1].data());
    const VF blue = hn::LoadDup128(d, format.mix[2].data());
    const VF all = hn::Add(red, hn::Add(green, blue));
    const VF offset = hn::LoadDup128(d, format.offset.data());
    return {hn::Mul(red, unit),
            hn::Mul(green, unit),
            hn::Mul(blue, unit),
            hn::Mul(all, unit),
            hn::NegMulAdd(all, hn::Set(d, 0.5F), offset)};
}

template <bool Mixed>
HWY_INLINE Pixels ToFloat(const Sums& sums, const Affine& affine) {
    const DF d;
    Pixels pixels;
    for (std::size_t j = 0; j < 4; ++j) {
        const VF value = hn::ConvertTo(d, sums.part[j]);
        if constexpr (Mixed) {
            const VF low = hn::MulAdd(hn::Broadcast<0>(value), affine.red, affine.offset);
            const VF mid = hn::MulAdd(hn::Broadcast<1>(value), affine.green, low);
            pixels.part[j] = hn::MulAdd(hn::Broadcast<2>(value), affine.blue, mid);
        } else {
            pixels.part[j] = hn::MulAdd(value, affine.diagonal, affine.offset);
        }
    }
    return pixels;
}

template <class D, class T>
HWY_INLINE void StoreBlock(D d, hn::Vec<D> v, std::size_t block, T* to) {
    if constexpr (kBlocks == 1) {
        hn::StoreU(v, d, to);
    } else {
        const hn::Half<D> half;
        hn::StoreU(block == 0 ? hn::LowerHalf(half, v) : hn::UpperHalf(half, v), half, to);
    }
}

// A row's place and the step from one channel to the next, in elements of the output type.
template <class T>
struct Place {
    T* out;
    std::size_t plane;  // Nchw
};

template <Layout L>
HWY_INLINE void EmitBytes(const Sums& sums, const Place<std::uint8_t>& place) {
    const D16 d;
    const auto narrow = [&](std::size_t j) {
        return hn::ReorderDemote2To(
            d, hn::ShiftRight<kSumBits>(sums.part[j]), hn::ShiftRight<kSumBits>(sums.part[j + 1]));
    };
    const V16 low = narrow(0);
    const V16 high = narrow(2);
    constexpr bool kPlanes = L == Layout::Nchw;
    const V16 bytes =
        hn::Or(hn::TableLookupBytesOr0(low, Table(kPlanes ? kLowToNchw : kLowToNhwc)),
               hn::TableLookupBytesOr0(high, Table(kPlanes ? kHighToNchw : kHighToNhwc)));
    const D8 d8;
    for (std::size_t block = 0; block < kBlocks; ++block) {
        if constexpr (kPlanes) {
            alignas(16) std::uint8_t parts[16];
            StoreBlock(d8, hn::BitCast(d8, bytes), block, parts);
            for (std::size_t c = 0; c < kChannels; ++c) {
                std::memcpy(place.out + c * place.plane + 4 * block, parts + 4 * c, 4);
            }
        } else {
            StoreBlock(d8, hn::BitCast(d8, bytes), block, place.out + 12 * block);
        }
    }
}

struct Planes {
    VF channel[kChannels];
};
// Within each block: four pixels to three runs of a channel.
HWY_INLINE Planes Transpose(const Pixels& pixels) {
    const DF d;
    const hn::Repartition<double, DF> wide;
    const auto& p = pixels.part;
    const auto even_low = hn::BitCast(wide, hn::InterleaveLower(d, p[0], p[1]));   // r0 r1 g0 g1
    const auto odd_low = hn::BitCast(wide, hn::InterleaveLower(d, p[2], p[3]));    // r2 r3 g2 g3
    const auto even_high = hn::BitCast(wide, hn::InterleaveUpper(d, p[0], p[1]));  // b0 b1
    const auto odd_high = hn::BitCast(wide, hn::InterleaveUpper(d, p[2], p[3]));   // b2 b3
    return {{hn::BitCast(d, hn::InterleaveLower(wide, even_low, odd_low)),
             hn::BitCast(d, hn::InterleaveUpper(wide, even_low, odd_low)),
             hn::BitCast(d, hn::InterleaveLower(wide, even_high, odd_high))}};
}

template <Layout L>
HWY_INLINE void EmitFloats(const Pixels& pixels, const Place<float>& place) {
    const DF d;
    if constexpr (L == Layout::Nchw) {
        const Planes planes = Transpose(pixels);
        for (std::size_t c = 0; c < kChannels; ++c) {
            hn::StoreU(planes.channel[c], d, place.out + c * place.plane);
        }
    } else {
        for (std::size_t block = 0; block < kBlocks; ++block) {
            for (std::size_t j = 0; j < 4; ++j) {  // each overwrites the last one's unused lane
                StoreBlock(
                    d, pixels.part[j], block, place.out + std::size_t{kChannels} * (4 * block + j));
            }
        }
    }
}

template <Layout L>
HWY_INLINE void EmitHalfs(const Pixels& pixels, const Place<hwy::float16_t>& place) {
    const hn::Rebind<hwy::float16_t, DF> d;
    if constexpr (L == Layout::Nchw) {
        const Planes planes = Transpose(pixels);
        for (std::size_t c = 0; c < kChannels; ++c) {
            hn::StoreU(hn::DemoteTo(d, planes.channel[c]), d, place.out + c * place.plane);
        }
    } else {
        // Two pixels at a time to 12 bytes; a store's last four are overwritten by the next one.
        const hn::Repartition<std::uint64_t, decltype(d)> whole;
        const hn::Repartition<std::uint8_t, decltype(d)> bytes;
        const auto table = hn::LoadDup128(bytes, kHalfsToNhwc);
        const auto pixel = [&](std::size_t j) {
            return hn::BitCast(whole, hn::DemoteTo(d, pixels.part[j]));
        };
        const auto store = [&](std::size_t first, hn::Vec<decltype(whole)> pair) {
            hn::StoreU(hn::TableLookupBytes(hn::BitCast(bytes, pair), table),
                       bytes,
                       reinterpret_cast<std::uint8_t*>(place.out + kChannels * first));
        };
        const auto p0 = pixel(0);
        const auto p1 = pixel(1);
        const auto p2 = pixel(2);
        const auto p3 = pixel(3);
        store(0, hn::InterleaveLower(whole, p0, p1));
        store(2, hn::InterleaveLower(whole, p2, p3));
        if constexpr (kBlocks == 2) {
            store(4, hn::InterleaveUpper(whole, p0, p1));
            store(6, hn::InterleaveUpper(whole, p2, p3));
        }
    }
}

HWY_INLINE Sums ToSums(const Pixels& pixels) {
    const DF d;
    Sums sums;
    for (std::size_t j = 0; j < 4; ++j) {
        const VF clamped = hn::Min(hn::Max(pixels.part[j], hn::Zero(d)), hn::Set(d, 255.0F));
        sums.part[j] = hn::ShiftLeft<kSumBits>(hn::NearestInt(clamped));
    }
    return sums;
}

template <Output O, Layout L, bool Mixed, class T>
HWY_INLINE void Emit(const Sums& sums, const Affine& affine, const Place<T>& place) {
    if constexpr (O == Output::Uint8 && Mixed) {
        EmitBytes<L>(ToSums(ToFloat<true>(sums, affine)), place);
    } else if constexpr (O == Output::Uint8) {
        EmitBytes<L>(sums, place);
    } else if constexpr (O == Output::Fp16) {
        EmitHalfs<L>(ToFloat<Mixed>(sums, affine), place);
    } else {
        EmitFloats<L>(ToFloat<Mixed>(sums, affine), place);
    }
}

template <std::uint32_t Pairs, Output O, Layout L, bool Mixed, class T>
void WriteRowAs(const std::int16_t* row,
                const ColumnTable& table,
                const PixelFormat& format,
                const Place<T>& place) {
    constexpr std::size_t kPixelStep = L == Layout::Nchw ? 1 : kChannels;
    const Affine affine = AffineOf(format);
    const std::size_t width = table.width_px;
    const std::size_t weights_step = std::size_t{kGroup} * table.pairs * 8;
    const std::int16_t* weights = table.weights;
    std::size_t x = 0;
    for (; x + kGroup + kPixelsPast <= width; x += kGroup, weights += weights_step) {
        const Sums sums = WeighGroup<Pairs>(row, table.first + x, weights, table.pairs);
        Emit<O, L, Mixed>(sums, affine, Place<T>{place.out + x * kPixelStep, place.plane});
    }
    // Whoever could write past the row, and so into the next image, takes a way round.
    for (; x < width; x += kGroup, weights += weights_step) {
        T parts[kChannels * kGroupSamples];
        const Sums sums = WeighGroup<Pairs>(row, table.first + x, weights, table.pairs);
        Emit<O, L, Mixed>(sums, affine, Place<T>{parts, kGroupSamples});
        const std::size_t count = std::min(kGroup, width - x);
        if constexpr (L == Layout::Nchw) {
            for (std::size_t c = 0; c < kChannels; ++c) {
                std::memcpy(
                    place.out + c * place.plane + x, parts + c * kGroupSamples, count * sizeof(T));
            }
        } else {
            std::memcpy(place.out + x * kChannels, parts, count * kChannels * sizeof(T));
        }
    }
}

template <Output O, Layout L, bool Mixed, class T>
void WriteRowOf(const std::int16_t* row,
                const ColumnTable& table,
                const PixelFormat& format,
                const Place<T>& place) {
    switch (table.pairs) {
        case 1:
            return WriteRowAs<1, O, L, Mixed>(row, table, format, place);
        case 2:
            return WriteRowAs<2, O, L, Mixed>(row, table, format, place);
        case 3:
            return WriteRowAs<3, O, L, Mixed>(row, table, format, place);
        default:
            return WriteRowAs<0, O, L, Mixed>(row, table, format, place);
    }
}

template <Output O, class T>
void WriteRowTo(const std::int16_t* row,
                const ColumnTable& table,
                const PixelFormat& format,
                std::byte* out,
                std::size_t plane_bytes) {
    const Place<T> place{reinterpret_cast<T*>(out), plane_bytes / sizeof(T)};
    if (format.layout == Layout::Nhwc) {
        return format.mixed ? WriteRowOf<O, Layout::Nhwc, true>(row, table, format, place)
                            : WriteRowOf<O, Layout::Nhwc, false>(row, table, format, place);
    }
    return format.mixed ? WriteRowOf<O, Layout::Nchw, true>(row, table, format, place)
                        : WriteRowOf<O, Layout::Nchw, false>(row, table, format, place);
}

void WriteRow(const std::int16_t* row,
              const ColumnTable& table,
              const PixelFormat& format,
              std::byte* out,
              std::size_t plane_bytes) {
    switch (format.output) {
        case Output::Uint8:
            return WriteRowTo<Output::Uint8, std::uint8_t>(row, table, format, out, plane_bytes);
        case Output::Fp16:
            return WriteRowTo<Output::Fp16, hwy::float16_t>(row, table, format, out, plane_bytes);
        case Output::Fp32:
            return WriteRowTo<Output::Fp32, float>(row, table, format, out, plane_bytes);
    }
}

const char* SimdName() {
    return hwy::TargetName(HWY_TARGET);
}

}  // namespace throughline::decode::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
// NOLINTEND(readability-identifier-naming)

#if HWY_ONCE
namespace throughline::decode {

HWY_EXPORT(ColumnGroup);
HWY_EXPORT(FilterRows);
HWY_EXPORT(WriteRow);
HWY_EXPORT(SimdName);

std::size_t column_group() noexcept {
    return HWY_DYNAMIC_DISPATCH(ColumnGroup)();
}

void filter_rows(const std::uint8_t* const* rows,
                 const std::int16_t* weights,
                 std::uint32_t taps,
                 std::int16_t* out,
                 std::size_t count) noexcept {
    HWY_DYNAMIC_DISPATCH(FilterRows)(rows, weights, taps, out, count);
}

void write_row(const std::int16_t* filtered,
               const ColumnTable& table,
               const PixelFormat& format,
               std::byte* out,
               std::size_t plane_bytes) noexcept {
    HWY_DYNAMIC_DISPATCH(WriteRow)(filtered, table, format, out, plane_bytes);
}

const char* simd_name() noexcept {
    return HWY_DYNAMIC_DISPATCH(SimdName)();
}

}  // namespace throughline::decode
#endif
