// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "engine/base/result.h"
#include "engine/spec/choices.h"
#include "engine/spec/settings.h"
#include "engine/spec/sweep_axes.h"

// The parts of the setting table, one file each, and what they are written with.
namespace throughline::spec {

/// `condition`: as in SettingInfo; without it the meaning.
SettingInfo integer_setting(const char* key,
                            const char* title,
                            const char* unit,
                            std::int64_t value,
                            double minimum,
                            double maximum,
                            const char* meaning,
                            const char* condition = nullptr);
SettingInfo real_setting(const char* key,
                         const char* title,
                         const char* unit,
                         double value,
                         double minimum,
                         double maximum,
                         const char* meaning,
                         const char* condition = nullptr);
SettingInfo seconds_setting(const char* key,
                            const char* title,
                            double value,
                            double maximum,
                            const char* meaning,
                            const char* condition = nullptr);
SettingInfo boolean_setting(const char* key,
                            const char* title,
                            bool value,
                            const char* meaning,
                            const char* condition = nullptr);
/// The first choice is the default.
SettingInfo choice_setting(const char* key,
                           const char* title,
                           std::span<const char* const> choices,
                           const char* meaning,
                           const char* condition = nullptr);
SettingInfo text_setting(const char* key,
                         const char* title,
                         const char* meaning,
                         const char* condition = nullptr);

/// The setting, whose value 0 (or no text) is no amount but stands for `zero`.
SettingInfo with_zero(SettingInfo setting, const char* zero);
/// The choices, with the titles that people read, in their order.
SettingInfo with_titles(SettingInfo setting, std::span<const char* const> titles);

std::vector<SettingInfo> dataset_settings();
std::vector<SettingInfo> storage_settings();
/// Stores that data sets are read from over the network.
std::vector<SettingInfo> remote_settings();
/// decode.*, batch.*, consumer.*
std::vector<SettingInfo> processing_settings();
/// loader.*, and what has a meaning beside it.
std::vector<SettingInfo> loader_settings();
/// cache.*, of pipeline_settings().
std::vector<SettingInfo> cache_settings();
/// How the stages are joined: streams, order, caches, placement, epochs.
std::vector<SettingInfo> pipeline_settings();
std::vector<SettingInfo> run_settings();

/// What must hold between these settings and others. Errors: Usage.
Result<void> check_gpu_settings(const Settings& point);
Result<void> check_cache_settings(const Settings& point);
Result<void> check_loader_settings(const Settings& point);
/// What must hold of all points where one is by a loader: nothing is set that no point reads.
Result<void> check_loader_axes(const std::vector<SweepAxis>& axes,
                               const std::vector<Settings>& points);
/// Where a point has a loader, all decode with loader.workers threads, at least one: a loader of
/// others, and ours beside it, are told the same.
void put_loader_workers(std::vector<Settings>& points);
Result<void> check_pipeline_settings(const Settings& point);
Result<void> check_storage_settings(const Settings& point);
Result<void> check_remote_settings(const Settings& point);
/// Keys that no point reads, and that must be at their defaults therefore.
std::vector<std::string> unread_settings(const std::vector<Settings>& points);
/// What is set must have a point that reads it. Errors: Usage.
Result<void> check_keys_are_read(const std::vector<Settings>& points);
/// Whether one of these settings has a meaning in stages that do not run all together.
bool pipeline_setting_matters(std::string_view key, std::optional<Stages> stages);

}  // namespace throughline::spec
