// SPDX-License-Identifier: Apache-2.0
#include "engine/cuda/plan_cache.cuh"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

namespace throughline::cuda {
namespace {

namespace fs = std::filesystem;

class PlanCacheTest : public testing::Test {
protected:
    void SetUp() override {
        std::string name = (fs::temp_directory_path() / "plan_cache_XXXXXX").string();
        ASSERT_NE(::mkdtemp(name.data()), nullptr);
        folder_ = name;
    }
    void TearDown() override { fs::remove_all(folder_); }

    /// Where the plans of a device lie; the only file of the folder.
    fs::path file() const { return fs::directory_iterator(folder_)->path(); }
    std::string contents() const {
        std::ifstream in(file());
        return {std::istreambuf_iterator<char>(in), {}};
    }
    void replace(const std::string& text) const { std::ofstream(file()) << text; }
    PlanCache with_one() const {
        PlanCache cache(folder_, "this device");
        cache.put("y 1,2", R"({"a": 1})");
        cache.save();
        return cache;
    }

    fs::path folder_;
};

TEST_F(PlanCacheTest, KeepsPlansForTheNextSession) {
    with_one();
    const PlanCache next(folder_, "this device");
    ASSERT_NE(next.find("y 1,2"), nullptr);
    EXPECT_EQ(*next.find("y 1,2"), R"({"a": 1})");
    EXPECT_EQ(next.find("dx 1,2"), nullptr);
    EXPECT_EQ(std::distance(fs::directory_iterator(folder_), {}), 1)
        << "nothing else is left there";
}

TEST_F(PlanCacheTest, IsOfOneLibraryOnOneDevice) {
    with_one();
    EXPECT_EQ(PlanCache(folder_, "another device").find("y 1,2"), nullptr);
}

TEST_F(PlanCacheTest, PassesOverWhatIsNotWhole) {
    with_one();
    const std::string whole = contents();
    replace(whole.substr(0, whole.size() - 4));
    EXPECT_EQ(PlanCache(folder_, "this device").find("y 1,2"), nullptr);
    std::string changed = whole;
    changed[whole.find("1}")] = '2';
    replace(changed);
    EXPECT_EQ(PlanCache(folder_, "this device").find("y 1,2"), nullptr);
    replace("something else\n" + whole.substr(whole.find('\n') + 1));
    EXPECT_EQ(PlanCache(folder_, "this device").find("y 1,2"), nullptr);
    replace(whole);
    EXPECT_NE(PlanCache(folder_, "this device").find("y 1,2"), nullptr);
}

TEST_F(PlanCacheTest, SavesBesideWhatAnotherProcessSaved) {
    PlanCache slow(folder_, "this device");
    with_one();
    slow.put("dw 3", "{\n\t}");
    slow.save();
    const PlanCache next(folder_, "this device");
    EXPECT_NE(next.find("y 1,2"), nullptr);
    ASSERT_NE(next.find("dw 3"), nullptr);
    EXPECT_EQ(*next.find("dw 3"), "{  }") << "a plan is one line";
}

TEST_F(PlanCacheTest, WhereNothingCanBeWrittenPlansLastAsLongAsTheSession) {
    for (const fs::path& nowhere :
         {fs::path(), fs::path("/proc/no such folder"), fs::path("/dev/null/x")}) {
        PlanCache cache(nowhere, "this device");
        cache.put("y", "{}");
        cache.save();
        EXPECT_NE(cache.find("y"), nullptr);
        EXPECT_EQ(PlanCache(nowhere, "this device").find("y"), nullptr);
    }
}

TEST(PlanCacheFolder, IsTheVariablesOrTheUsersCache) {
    const auto folder_with = [](const char* own, const char* cache, const char* home) {
        const auto set = [](const char* name, const char* value) {
            value == nullptr ? ::unsetenv(name) : ::setenv(name, value, 1);
        };
        set("THROUGHLINE_GPU_CACHE", own);
        set("XDG_CACHE_HOME", cache);
        set("HOME", home);
        return plan_cache_folder().string();
    };
    EXPECT_EQ(folder_with("/own", "/cache", "/home/a"), "/own");
    EXPECT_EQ(folder_with("", "/cache", "/home/a"), "") << "empty: nothing is kept";
    EXPECT_EQ(folder_with(nullptr, "/cache", "/home/a"), "/cache/throughline");
    EXPECT_EQ(folder_with(nullptr, "relative", "/home/a"), "/home/a/.cache/throughline");
    EXPECT_EQ(folder_with(nullptr, nullptr, nullptr), "");
}

}  // namespace
}  // namespace throughline::cuda
