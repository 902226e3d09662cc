# SPDX-License-Identifier: Apache-2.0
# Third-party libraries, each found once. Debian 12 package names stand beside them.
find_package(PkgConfig REQUIRED)                                        # pkg-config
find_package(Threads REQUIRED)
find_package(nlohmann_json 3.11 REQUIRED)                               # nlohmann-json3-dev
find_path(THROUGHLINE_RAPIDJSON_INCLUDE rapidjson/reader.h REQUIRED)    # rapidjson-dev
add_library(RapidJSON::RapidJSON INTERFACE IMPORTED)                    # its own package has no target
target_include_directories(RapidJSON::RapidJSON SYSTEM INTERFACE ${THROUGHLINE_RAPIDJSON_INCLUDE})
find_package(CLI11 REQUIRED)                                            # libcli11-dev
find_package(JPEG REQUIRED)                                             # libjpeg62-turbo-dev
find_package(hwy 1.0.3 CONFIG REQUIRED)                                 # libhwy-dev
find_package(SQLite3 REQUIRED)                                          # libsqlite3-dev
find_package(pugixml 1.12 REQUIRED)                                     # libpugixml-dev
find_package(yaml-cpp 0.7 REQUIRED)                                     # libyaml-cpp-dev
find_package(ZLIB REQUIRED)                                             # zlib1g-dev
pkg_check_modules(libzstd REQUIRED IMPORTED_TARGET libzstd>=1.4)        # libzstd-dev
pkg_check_modules(libzip REQUIRED IMPORTED_TARGET libzip>=1.7)          # libzip-dev
pkg_check_modules(md4c REQUIRED IMPORTED_TARGET md4c>=0.4.8)            # libmd4c-dev
pkg_check_modules(libqpdf REQUIRED IMPORTED_TARGET libqpdf>=11)         # libqpdf-dev
target_compile_definitions(PkgConfig::libqpdf INTERFACE POINTERHOLDER_TRANSITION=4) # std::shared_ptr alone
pkg_check_modules(libcurl REQUIRED IMPORTED_TARGET libcurl>=7.85)      # libcurl4-openssl-dev
pkg_check_modules(nettle REQUIRED IMPORTED_TARGET nettle>=3.7)          # nettle-dev
pkg_check_modules(liburing REQUIRED IMPORTED_TARGET liburing>=2.3)      # liburing-dev
pkg_check_modules(hwloc REQUIRED IMPORTED_TARGET hwloc>=2.5)            # libhwloc-dev
pkg_check_modules(libisal REQUIRED IMPORTED_TARGET libisal>=2.30)       # libisal-dev
if(THROUGHLINE_GUI)
    find_package(Qt6 6.4 REQUIRED COMPONENTS Core Gui Widgets Charts Svg Network DBus PrintSupport) # qt6-base-dev libqt6opengl6-dev qt6-charts-dev qt6-svg-dev
    find_package(Qt6 6.4 REQUIRED COMPONENTS LinguistTools)             # qt6-tools-dev qt6-l10n-tools
endif()
