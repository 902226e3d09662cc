// SPDX-License-Identifier: Apache-2.0
#pragma once

// Every input of the what-if model, once. From this list come the members of Inputs with their
// defaults, the names of Input, and input_table(); the order is that of scenario files and tables.
//   NUMBER(name, key, default, unit, Count or Amount, rule, least and most that is meant, title,
//          meaning)
//   CHOICE(name, key, default, title, meaning)
//   SWITCH(name, key, default, title, meaning)
// A number outside "what is meant" is a slip of the pen (an image of 1e30 bytes): a thousand times
// and more beyond what exists. The formulas themselves go by the rule alone; see input_table.h.
// clang-format off
#define THROUGHLINE_MODEL_INPUTS(NUMBER, CHOICE, SWITCH) \
    /* data */                                                                                     \
    NUMBER(ImagesPerEpoch, images_per_epoch, 1281167.0, "images", Amount, Positive, 1.0, 1e15,     \
           "Images in an epoch", to_say("images in one epoch"))                                    \
    NUMBER(ImageBytes, image_bytes, 114660.0, "bytes", Amount, Positive, 1.0, 1e12,                \
           "Image size, stored", to_say("stored bytes of one image"))                              \
    NUMBER(TensorBytes, tensor_bytes, 150528.0, "bytes", Amount, Positive, 1.0, 1e12,              \
           "Image size on the device", to_say("bytes of one image sent to the device"))            \
    NUMBER(RequestBytes, request_bytes, 131072.0, "bytes", Amount, Positive, 1.0, 1e15,            \
           "Request size", to_say("bytes of one application or read-ahead request"))               \
    NUMBER(MetaOps, meta_ops, 1.0, "", Count, NotNegative, 0.0, 1e6,                               \
           "Extra operations per raw file",                                                        \
           to_say("extra operations per raw file: open, stat; 0 where they stay in memory"))       \
    NUMBER(ReadAmplification, read_amplification, 1.0, "", Amount, Positive, 1e-3, 1e6,            \
           "Read amplification", to_say("bytes read per byte used"))                               \
    /* storage */                                                                                  \
    NUMBER(StoBw, sto_bw, kUnlimited, "bytes/s", Amount, Capacity, 0.0, 1e18,                      \
           "Storage bandwidth", to_say("bandwidth of one storage unit"))                           \
    NUMBER(StoIops, sto_iops, kUnlimited, "1/s", Amount, Capacity, 0.0, 1e15,                      \
           "Storage IOPS", to_say("counted I/Os per second of one storage unit"))                  \
    NUMBER(StoUnits, sto_units, 1.0, "", Count, NotNegative, 0.0, 1e9,                             \
           "Storage units", to_say("storage units: volumes, data nodes, TiB, prefixes"))           \
    NUMBER(StoMaxIoBytes, sto_max_io_bytes, 262144.0, "bytes", Amount, Positive, 1.0, 1e15,        \
           "Largest counted I/O", to_say("most bytes that count as one I/O"))                      \
    NUMBER(StoLatency, sto_latency_s, 0.001, "s", Amount, NotNegative, 0.0, 1e5,                   \
           "Storage latency", to_say("unloaded time of a request before its bytes flow"))          \
    NUMBER(StoConnBw, sto_conn_bw, kUnlimited, "bytes/s", Amount, Capacity, 0.0, 1e15,             \
           "Bandwidth of one stream", to_say("bandwidth of one request stream"))                   \
    NUMBER(StoEfficiency, sto_efficiency, 1.0, "", Amount, Share, 0.0, 1.0,                        \
           "Payload share of storage", to_say("payload share of the storage bandwidth"))           \
    NUMBER(ClientBw, client_bw, kUnlimited, "bytes/s", Amount, Capacity, 0.0, 1e18,                \
           "Node limit to storage", to_say("limit of a node towards storage"))                     \
    NUMBER(ClientIops, client_iops, kUnlimited, "1/s", Amount, Capacity, 0.0, 1e15,                \
           "Node IOPS limit to storage",                                                           \
           to_say("limit of a node towards storage, I/Os per second"))                             \
    NUMBER(QueueDepth, queue_depth, 64.0, "", Count, AtLeastOne, 1.0, 1e9,                         \
           "Queue depth", to_say("requests a node keeps outstanding"))                             \
    /* cache and network */                                                                        \
    NUMBER(CacheBytes, cache_bytes, 0.0, "bytes", Amount, NotNegative, 0.0, 1e18,                  \
           "Cache", to_say("memory for data on each node"))                                        \
    NUMBER(CacheMix, cache_mix, 0.0, "", Amount, ShareOrZero, 0.0, 1.0,                            \
           "Cache between LRU and pinned",                                                         \
           to_say("0: the cache is pure LRU, 1: as good as pinned"))                               \
    NUMBER(LinkBps, link_bps, kUnlimited, "bits/s", Amount, Capacity, 0.0, 1e18,                   \
           "Network link", to_say("network link of a node"))                                       \
    NUMBER(LinkEfficiency, link_efficiency, 0.94, "", Amount, Share, 0.0, 1.0,                     \
           "Payload share of the link", to_say("payload share of the link"))                       \
    /* processor */                                                                                \
    NUMBER(Threads, threads, 8.0, "", Count, NotNegative, 0.0, 1e6,                                \
           "Decode threads", to_say("decode threads of a node; 0: in the training loop"))          \
    NUMBER(Cores, cores, 8.0, "cores", Count, Positive, 1e-3, 1e6,                                 \
           "CPU cores", to_say("cores' worth of CPU of a node"))                                   \
    NUMBER(CpuSecondsPerImage, cpu_s_per_image, 0.0, "s", Amount, NotNegative, 0.0, 1e5,           \
           "CPU time per image", to_say("core-seconds per image of one thread alone"))             \
    NUMBER(CpuSigma, cpu_sigma, 0.0, "", Amount, NotNegative, 0.0, 1e3,                            \
           "Contention of decode threads", to_say("contention between decode threads"))            \
    NUMBER(CpuKappa, cpu_kappa, 0.0, "", Amount, NotNegative, 0.0, 1e3,                            \
           "Coherency cost of decode threads", to_say("coherency cost between decode threads"))    \
    /* devices */                                                                                  \
    NUMBER(Nodes, nodes, 1.0, "", Count, AtLeastOne, 1.0, 1e6, "Nodes", to_say("nodes"))           \
    NUMBER(GpusPerNode, gpus_per_node, 1.0, "", Count, NotNegative, 0.0, 1e6,                      \
           "GPUs per node", to_say("GPUs of a node"))                                              \
    NUMBER(GpuRate, gpu_rate, kUnlimited, "1/s", Amount, Capacity, 0.0, 1e12,                      \
           "Rate of one GPU", to_say("images per second of one GPU"))                              \
    NUMBER(GpuSigma, gpu_sigma, 0.0, "", Amount, NotNegative, 0.0, 1e3,                            \
           "Contention of GPUs", to_say("contention between the GPUs of a node"))                  \
    NUMBER(GpuKappa, gpu_kappa, 0.0, "", Amount, NotNegative, 0.0, 1e3,                            \
           "Coherency cost of GPUs", to_say("coherency cost between the GPUs of a node"))          \
    NUMBER(BatchPerGpu, batch_per_gpu, 256.0, "images", Amount, Positive, 1e-3, 1e9,               \
           "Batch per GPU", to_say("images in a batch of one GPU"))                                \
    NUMBER(GradBytes, grad_bytes, 0.0, "bytes", Amount, NotNegative, 0.0, 1e15,                    \
           "Gradients per step", to_say("gradient bytes of a step"))                               \
    NUMBER(Overlap, overlap, 0.5, "", Amount, ShareOrZero, 0.0, 1.0,                               \
           "Exchange hidden behind compute",                                                       \
           to_say("share of the gradient exchange hidden behind compute"))                         \
    NUMBER(HopLatency, hop_latency_s, 5e-5, "s", Amount, NotNegative, 0.0, 1e3,                    \
           "Latency of a hop", to_say("latency of one hop of the exchange"))                       \
    NUMBER(PsNodes, ps_nodes, 0.0, "", Count, NotNegative, 0.0, 1e6,                               \
           "Parameter servers", to_say("nodes that only serve parameters"))                        \
    NUMBER(PsLinkBps, ps_link_bps, kUnlimited, "bits/s", Amount, Capacity, 0.0, 1e18,              \
           "Link of a parameter server", to_say("link of one parameter server"))                   \
    NUMBER(H2dBw, h2d_bw, kUnlimited, "bytes/s", Amount, Capacity, 0.0, 1e18,                      \
           "Hand-over to GPUs", to_say("hand-over to the devices of a node"))                      \
    /* joining of the stages */                                                                    \
    NUMBER(PrefetchBatches, prefetch_batches, 8.0, "", Count, NotNegative, 0.0, 1e9,               \
           "Prefetched batches", to_say("batches a hand-over buffer holds"))                       \
    NUMBER(VariabilityC2, variability_c2, 0.25, "", Amount, NotNegative, 0.0, 1e6,                 \
           "Variability of a batch",                                                               \
           to_say("squared coefficient of variation of the time per batch"))                       \
    /* prices and the whole job */                                                                 \
    NUMBER(NodeUsdPerHour, node_usd_per_h, 0.0, "USD", Amount, NotNegative, 0.0, 1e9,              \
           "Node price per hour", to_say("price of a node per hour"))                              \
    NUMBER(StoUsdPerMonth, sto_usd_per_month, 0.0, "USD", Amount, NotNegative, 0.0, 1e12,          \
           "Storage price per month", to_say("price of all storage per month"))                    \
    NUMBER(UsdPerRequest, usd_per_request, 0.0, "USD", Amount, NotNegative, 0.0, 1e6,              \
           "Price of a request", to_say("price of a storage request"))                             \
    NUMBER(UsdPerGbRead, usd_per_gb_read, 0.0, "USD", Amount, NotNegative, 0.0, 1e6,               \
           "Price of a GB read", to_say("price of a gigabyte read"))                               \
    NUMBER(GpuPriceShare, gpu_price_share, 1.0, "", Amount, ShareOrZero, 0.0, 1.0,                 \
           "GPU share of the node price",                                                          \
           to_say("share of the node's price that pays for its GPUs"))                             \
    NUMBER(Epochs, epochs, 1.0, "", Count, AtLeastOne, 1.0, 1e9,                                   \
           "Epochs", to_say("epochs of the training"))                                             \
    NUMBER(ValidationImages, validation_images, 0.0, "images", Amount, NotNegative, 0.0, 1e15,     \
           "Validation images", to_say("images validated after each epoch"))                       \
    NUMBER(ValidationRateFactor, validation_rate_factor, 3.0, "", Amount, Positive, 1e-3, 1e6,     \
           "Inference rate / training rate",                                                       \
           to_say("inference rate of a GPU over its training rate"))                               \
    NUMBER(CheckpointBytes, checkpoint_bytes, 0.0, "bytes", Amount, NotNegative, 0.0, 1e18,        \
           "Checkpoint size", to_say("written after each epoch while training waits"))             \
    NUMBER(CheckpointBw, checkpoint_bw, kUnlimited, "bytes/s", Amount, Capacity, 0.0, 1e18,        \
           "Checkpoint bandwidth", to_say("bandwidth for checkpoints"))                            \
    NUMBER(StageInBw, stage_in_bw, kUnlimited, "bytes/s", Amount, Capacity, 0.0, 1e18,             \
           "Copy the data first at",                                                               \
           to_say("rate at which each node first copies the data; null: no copy"))                 \
    /* choices and switches */                                                                     \
    CHOICE(Format, format, Format::Record, "File format",                                          \
           to_say("a file per image, or packed records"))                                          \
    CHOICE(Access, access, Access::Shuffled, "Access to records",                                  \
           to_say("how packed files are read"))                                                    \
    CHOICE(CachePolicy, cache_policy, CachePolicy::Lru, "Cache policy",                            \
           to_say("what the cache keeps"))                                                         \
    CHOICE(AllReduce, allreduce, AllReduce::Ring,                                                  \
           "Gradient exchange", to_say("how gradients are exchanged"))                             \
    SWITCH(Warm, warm, true, "Warm cache", to_say("false: first epoch, empty cache"))              \
    SWITCH(StoShared, sto_shared, false,                                                           \
           "Storage shared by all nodes", to_say("one target for all nodes, not one per node"))    \
    SWITCH(StoRemote, sto_remote, false,                                                           \
           "Storage over the network", to_say("reads use the node's network link"))                \
    SWITCH(CacheSharded, cache_sharded, false,                                                     \
           "Nodes read their own part", to_say("every node always reads its own part"))
// clang-format on
