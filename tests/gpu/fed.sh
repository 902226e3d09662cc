# shellcheck shell=bash disable=SC2154
# SPDX-License-Identifier: Apache-2.0
# Fed runs of tests/gpu/run.sh: the engine's whole pipeline in front of the GPU, and the ceiling that
# it is compared with. Sourced by it.

find_engine() {
    local place
    for place in "${THROUGHLINE_ENGINE:-}" "$build/engine/throughline-engine" \
        build/release/bin/throughline-engine build/ci/bin/throughline-engine; do
        if [ -x "$place" ] && "$place" version >>"$out/fed.txt" 2>&1; then
            echo "$place"
            return
        fi
    done
}

# fed NAME SETTING...: one run of the whole pipeline, and its pair; fed / ceiling in $share, "" where
# one of them is missing.
fed() {
    local name="$1" code=0 settings=() setting
    shift
    for setting in "$@"; do settings+=(--set "$setting"); done
    share=
    within 60 "$engine" run --overwrite -o "$data/fed.tlrun" \
        --set consumer.kind=gpu --set batch.images=256 --set batch.slots=6 \
        --set warmup_seconds=2 --set duration_seconds=5 "${settings[@]}" \
        >"$data/fed.txt" 2>&1 || code=$?
    { echo "== $name"; cat "$data/fed.txt"; } >>"$out/fed.txt"
    if [ "$code" -ne 0 ]; then
        tail -n 3 "$data/fed.txt"
        note "fed, $name: exit code of the run" "$code" ""
        [ "$status" -ne 0 ] || status=1
        return
    fi
    "$engine" show "$data/fed.tlrun" --json >"$data/fed.json" || return 0
    local key value
    for key in "images_per_second images/s" "ceiling_images_per_second{stage=consumer} images/s" \
        "gpu_busy{gpu=0} %" "gpu_starved{gpu=0} %" "gpu_copying{gpu=0} %" "gpu_decoding{gpu=0} %" \
        "host_to_device_bytes_per_second{gpu=0} bytes/s" "gpu_utilisation{gpu=0} %" \
        "gpu_power{gpu=0} W" "loss 1"; do
        value="$(metric "${key% *}" "$data/fed.json")"
        [ -z "$value" ] || note "fed, $name: ${key% *}" "$value" "${key##* }"
    done
    local rate ceiling
    rate="$(metric images_per_second "$data/fed.json")"
    ceiling="$(metric "ceiling_images_per_second{stage=consumer}" "$data/fed.json")"
    share="$(ratio "$rate" "$ceiling")"
    note "fed, $name: fed / ceiling" "${share:-null}" ""
}

# Data sets for the fed runs, in $data, of which only what is missing is made.
make_data() {
    local side
    [ -e "$data/jpeg" ] ||
        "$engine" dataset make "$data/jpeg" --images 4000 --unique 400 >>"$out/fed.txt" 2>&1
    for side in 224 227; do
        [ -e "$data/raw$side" ] ||
            "$engine" dataset convert "$data/jpeg" "$data/raw$side" --format raw --width "$side" \
                --height "$side" >>"$out/fed.txt" 2>&1
    done
}

# Finds the engine and makes the data; 1 where one of them is not to be had, which a row says.
prepare_fed() {
    engine="$(find_engine)"
    if [ -z "$engine" ]; then
        note "left out: no throughline-engine that runs here, see --bundle" null ""
        return 1
    fi
    export THROUGHLINE_GPU_PLUGIN="$PWD/$build/throughline_cuda.so"
    data="${TMPDIR:-/tmp}/throughline-gpu-data"
    mkdir -p "$data"
    export XDG_RUNTIME_DIR="$data"
    make_data || { note "left out: the data set was not made" null ""; return 1; }
}

# measure_fed first|rest: what is worth most, or the others.
measure_fed() {
    prepare_fed || return 0
    # Raw tensors out of the page cache: as near to "from memory" as the whole pipeline comes.
    local from_memory=(page_cache=warm storage.direct=false storage.threads=4)
    local memory=("${from_memory[@]}" "dataset.path=$data/raw227" decode.width_px=227
        decode.height_px=227)
    local pictures=("${from_memory[@]}" "dataset.path=$data/raw224" decode.width_px=224
        decode.height_px=224)
    local jpegs=("dataset.path=$data/jpeg" page_cache=warm storage.direct=false
        decode.width_px=224 decode.height_px=224)
    if [ "$1" = first ]; then
        fed "resnet50_v1.5 inference, raw tensors" "${pictures[@]}" consumer.network=resnet50_v1.5
        judge "fed from memory / ceiling, resnet50_v1.5" "$share" 0.97
        fed "resnet50_v1.5 training, raw tensors" "${pictures[@]}" consumer.phase=training \
            consumer.network=resnet50_v1.5
        judge "fed from memory / ceiling, resnet50_v1.5 training" "$share" 0.97
        fed "resnet50_v1.5 training, JPEG" "${jpegs[@]}" consumer.network=resnet50_v1.5 \
            consumer.phase=training
        fed "resnet50_v1.5 inference, JPEG" "${jpegs[@]}" consumer.network=resnet50_v1.5
        fed "resnet50_v1.5 inference, JPEG decoded by the GPU" "${jpegs[@]}" decode.device=gpu \
            consumer.network=resnet50_v1.5
        fed "transfer, raw tensors, pinned" "${memory[@]}"
        return
    fi
    fed "trivial training, raw tensors" "${memory[@]}" consumer.network=trivial \
        consumer.phase=training
    fed "transfer, raw tensors, pageable" "${memory[@]}" consumer.transfer=pageable
    fed "resnet50_v1.5 inference, raw tensors, largest batch" "${pictures[@]}" \
        consumer.network=resnet50_v1.5 batch.images=0
    fed "trivial inference, raw tensors" "${memory[@]}" consumer.network=trivial
    fed "trivial training, JPEG" "dataset.path=$data/jpeg" page_cache=warm storage.direct=false \
        decode.width_px=227 decode.height_px=227 consumer.network=trivial consumer.phase=training
    # What stands for a network without cuDNN.
    local network
    for network in alexnet_owt proxy_resnet50_v1.5; do
        fed "$network inference, raw tensors" "${pictures[@]}" "consumer.network=$network"
    done
}
