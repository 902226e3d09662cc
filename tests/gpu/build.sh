# shellcheck shell=bash disable=SC2154
# SPDX-License-Identifier: Apache-2.0
# How tests/gpu/run.sh makes what it runs: the plug-in and its checks, with nvcc alone, side by side,
# since the machine with the GPU has the processors and the time is short. Sourced by it; the programs
# go to $build.

checks=(transfer trivial file)
network_checks=(network training)
graph_sources=(engine/network/{device_program,graph,lowering,memory_plan,step_parts,training_program}.cpp
    engine/base/result.cpp)

find_nvcc() {
    local place
    for place in "${NVCC:-}" "$(command -v nvcc || true)" /usr/local/cuda/bin/nvcc; do
        [ ! -x "$place" ] || { echo "$place"; return 0; }
    done
    echo "tests/gpu/run.sh: nvcc was not found; set NVCC or install the CUDA toolkit" >&2
    return 3
}

# The folder of cuDNN's headers: of the toolkit, or of a Python package beside PyTorch.
find_cudnn() {
    local place
    for place in "$(dirname "$1")/../include" /usr/include /usr/include/x86_64-linux-gnu \
        "$(python3 -c 'import nvidia.cudnn as c; print(c.__path__[0])' 2>/dev/null)/include"; do
        [ ! -e "$place/cudnn_graph.h" ] || { echo "$place"; return 0; }
    done
    return 1
}

# Graphs, lowering and plans, with the catalogue in them, as one archive.
build_graphs() {
    local objects="$build/network_host" source
    rm -rf "$objects" && mkdir -p "$objects"
    {
        echo '#include "engine/catalog/embedded.h"'
        echo 'namespace throughline::catalog {'
        echo 'std::string_view models_json() noexcept {'
        echo '    static const unsigned char kText[] = {'
        od -An -v -tu1 resources/catalog/models.json | sed 's/^ *//; s/  */,/g; s/$/,/'
        echo '    };'
        echo '    return {reinterpret_cast<const char*>(kText), sizeof kText};'
        echo '}'
        echo '}  // namespace throughline::catalog'
    } >"$objects/models_json.cpp"
    for source in "$objects/models_json.cpp" "${graph_sources[@]}"; do
        "${CXX:-c++}" -std=c++20 -O2 -fPIC -I. -c -o "$objects/$(basename "$source").o" "$source" ||
            return 1
    done
    rm -f "$build/network_host.a"
    ar rcs "$build/network_host.a" "$objects"/*.o
}

# compile OUT SOURCE: one object. Called by xargs, side by side.
compile() {
    case "$2" in
        *.cu) "$nvcc" "${flags[@]}" -Xcompiler=-fvisibility=hidden -c -o "$1" "$2" ;;
        *) "${CXX:-c++}" -std=c++20 -O2 -fPIC -I. "${host_flags[@]}" -c -o "$1" "$2" ;;
    esac
}

build_all() {
    local include release oldest=75 arch="${THROUGHLINE_CUDA_ARCH:-$1}" source name place
    nvcc="$(find_nvcc)" || exit 3
    release="$("$nvcc" --version | sed -n 's/.*release \([0-9.]*\).*/\1/p')"
    # CUDA 13 dropped the P100 and the V100; see engine/cuda/CMakeLists.txt.
    [ "${release%%.*}" -ge 13 ] || oldest=60
    flags=(-std=c++20 -O2 -I. "-arch=$arch" "-Xcompiler=-fPIC,-Wall,-Wextra" --cudart static
        "-DTHROUGHLINE_CUDA_OLDEST=$oldest" "-DTHROUGHLINE_CUDA_BUILD=\"tests/gpu, $arch\"")
    host_flags=()
    echo "== build (CUDA $release, $arch)"
    if include="$(find_cudnn "$nvcc")"; then
        flags+=(-DTHROUGHLINE_WITH_CUDNN -isystem "$include")
        # The catalogue's reader needs a JSON header: where it is missing, what was built beforehand.
        [ ! -e /usr/include/nlohmann/json.hpp ] || build_graphs
        if [ -e "$build/network_host.a" ]; then
            checks+=("${network_checks[@]}")
        else
            echo "no JSON header and no $build/network_host.a: networks are left out"
        fi
    else
        echo "the headers of cuDNN were not found: networks are left out"
    fi
    # Decoding is compared with the engine's own, whose libraries its build has.
    local decode=()
    for place in "${THROUGHLINE_BUILD:-}" build/release build/ci; do
        if [ -e "$place/engine/decode/libthroughline_decode.a" ]; then
            decode=("$place"/engine/{decode/libthroughline_decode,base/libthroughline_base}.a)
            checks+=(decode)
            break
        fi
    done
    local sources=(tests/gpu/device_file.cu engine/pipeline/encoded_hand_over.cpp
        engine/consumer/gpu_plugin.cpp engine/base/result.cpp
        engine/network/conv_descriptor.cpp engine/cuda/*.cu)
    for name in "${checks[@]}"; do sources+=("tests/gpu/${name}_check.cu"); done
    local objects="$build/objects" jobs=() job
    rm -rf "$objects" && mkdir -p "$objects"
    for source in "${sources[@]}"; do
        case "$include $source" in " "*conv_*) continue ;; esac
        while [ "$(jobs -rp | wc -l)" -ge "$(nproc)" ]; do wait -n; done
        compile "$objects/$(basename "${source%.*}").o" "$source" &
        jobs+=($!)
    done
    for job in "${jobs[@]}"; do wait "$job"; done
    rm -f "$build/parts.a"
    ar rcs "$build/parts.a" $(ls "$objects"/*.o | grep -vE '/(plugin|[a-z]*_check)\.o$')
    "$nvcc" "${flags[@]}" --shared -o "$build/throughline_cuda.so" "$objects/plugin.o" \
        "$build/parts.a" -Xlinker=--exclude-libs,ALL -Xlinker=-z,defs -ldl
    for name in "${checks[@]}"; do
        local host=()
        [ ! -e "$build/network_host.a" ] || host=("$build/network_host.a")
        [ "$name" != decode ] || host=("${decode[@]}" -ljpeg -lhwy "-Xlinker=-rpath,\$ORIGIN/engine")
        "$nvcc" "${flags[@]}" -o "$build/${name}_check" "$objects/${name}_check.o" \
            "$build/parts.a" "${host[@]}" -ldl
    done
    echo "built after $SECONDS s"
}

# bundle ENGINE: it and its libraries, so that a machine that cannot build it can run it.
bundle_engine() {
    rm -rf "$build/engine"
    mkdir -p "$build/engine"
    cp "$1" "$build/engine/throughline-engine"
    strip "$build/engine/throughline-engine"
    # The C and C++ runtimes are those of the machine it runs on.
    ldd "$1" | awk '/=> \// { print $3 }' |
        grep -vE '/(libc|libm|libdl|libpthread|librt|libstdc\+\+|libgcc_s)\.so' |
        xargs -I{} cp -L {} "$build/engine/"
    # Its libraries lie beside it; a search path in the environment would hide those of the driver.
    patchelf --set-rpath "\$ORIGIN" --force-rpath "$build/engine/throughline-engine" \
        "$build/engine"/*.so*
    du -sh "$build/engine"
}
