// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>

namespace throughline::model {

/// A rate that credits raise for a while: a token bucket that is full at the start.
struct Burst {
    double baseline = 0.0;
    double burst = 0.0;
    double bucket = 0.0;  ///< in what the rate counts; 0: no credits
};

/// Mean rate over the first `seconds`. After the credits are gone it is the baseline; show both.
/// Formula: engine/model/README.md, Burst credits.
double burst_average(const Burst& burst, double seconds) noexcept;

/// How long `credits` last at the burst rate; absent without credits. AWS's text once divided by
/// the burst rate alone (awsdocs/amazon-ec2-user-guide#249): what is earned meanwhile is spent too.
std::optional<double> credits_last_s(const Burst& burst, double credits) noexcept;

enum class EbsKind : std::uint8_t { Gp2, Gp3, Io1, St1, Sc1 };

/// What was asked for when the volume was made; the rest follows from its size.
struct EbsVolume {
    EbsKind kind = EbsKind::Gp3;
    double size_gib = 0.0;
    std::optional<double> iops{};            ///< gp3 (default 3000) and io1
    std::optional<double> mib_per_second{};  ///< gp3 (default 125)
};
struct EbsLimits {
    Burst bytes_per_s{};
    Burst iops{};
};
/// Of a full volume's two buckets, the one that is empty first; absent without credits.
std::optional<double> credits_last_s(const EbsLimits& limits) noexcept;
/// The same where so much is drawn; absent where that takes no credits.
std::optional<double> credits_last_s(const EbsLimits& limits,
                                     double bytes_per_s,
                                     double iops) noexcept;
/// The limits of an EBS volume.
/// Source: EBS volume types as collected in storage.json (ec2-ebs-types).
EbsLimits ebs_limits(const EbsVolume& volume) noexcept;

}  // namespace throughline::model
