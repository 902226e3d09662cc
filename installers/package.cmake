# SPDX-License-Identifier: Apache-2.0
# The packages that CPack makes of the components; make-packages.sh calls it.
set(CPACK_PACKAGE_NAME throughline)
set(CPACK_PACKAGE_VENDOR "The Throughline developers")
set(CPACK_PACKAGE_CONTACT "The Throughline developers <developers@throughline.org>")
set(CPACK_PACKAGE_HOMEPAGE_URL "https://throughline.org")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS
    OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
set(CPACK_GENERATOR DEB)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_COMPONENTS_GROUPING ONE_PER_GROUP)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_COMPRESSION_TYPE xz)
set(CPACK_DEBIAN_PACKAGE_SECTION science)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
# It strips the programs too; the two parts find each other by the build id.
set(CPACK_DEBIAN_DEBUGINFO_PACKAGE ON)

set(CPACK_COMPONENTS_ALL engine)
set(CPACK_DEBIAN_ENGINE_PACKAGE_NAME throughline-engine)
set(CPACK_COMPONENT_ENGINE_DESCRIPTION
    "benchmark of storage, JPEG decode and GPU feeding
Measures how many training images per second a computer reads, decodes and
hands over to a GPU, and which stage holds the rest back: local storage with
io_uring, JPEG decode with libjpeg-turbo, and a GPU or one that is emulated.
Imports the results of other tools, and keeps every study in a library.
.
This package holds the headless program, for servers and scripts.")

if(TARGET throughline_cuda)
    list(APPEND CPACK_COMPONENTS_ALL cuda)
    set(CPACK_DEBIAN_CUDA_PACKAGE_NAME throughline-cuda)
    set(CPACK_DEBIAN_CUDA_PACKAGE_SECTION contrib/science)
    set(CPACK_DEBIAN_CUDA_PACKAGE_DEPENDS "throughline-engine (= ${PROJECT_VERSION})")
    set(CPACK_DEBIAN_CUDA_PACKAGE_SUGGESTS "libcuda1")
    # nvcc names what is local to a file after the folder that it lay in: symbols of the plug-in would
    # be others in each folder. Its preset strips it.
    set(CPACK_DEBIAN_CUDA_DEBUGINFO_PACKAGE OFF)
    set(CPACK_COMPONENT_CUDA_DESCRIPTION
        "plug-in that feeds an NVIDIA GPU
Lets throughline-engine copy batches of images to an NVIDIA GPU and compute
steps of training or inference there, so that a measurement ends at the GPU.
It needs the driver of NVIDIA, and for networks cuDNN 9.")
endif()

if(TARGET throughline-mpi)
    list(APPEND CPACK_COMPONENTS_ALL mpi)
    set(CPACK_DEBIAN_MPI_PACKAGE_NAME throughline-mpi)
    # The library is found by what the program links; the launcher is what starts it.
    set(CPACK_DEBIAN_MPI_PACKAGE_DEPENDS "throughline-engine (= ${PROJECT_VERSION}), openmpi-bin")
    set(CPACK_DEBIAN_MPI_PACKAGE_SUGGESTS "slurm-client")
    set(CPACK_COMPONENT_MPI_DESCRIPTION
        "one throughput study on many computers, over MPI
Measures with throughline-engine on all ranks of an MPI job at once, under
mpirun or in a Slurm job, and makes one record of it: images per second of all
together and of each computer, the efficiency against fewer of them, and which
computer holds the others back or failed.")
endif()

if(TARGET throughline)
    list(APPEND CPACK_COMPONENTS_ALL window)
    set(CPACK_DEBIAN_WINDOW_PACKAGE_NAME throughline)
    set(CPACK_DEBIAN_WINDOW_PACKAGE_DEPENDS
        "throughline-engine (= ${PROJECT_VERSION}), libqt6svg6 (>= 6.4)")
    set(CPACK_DEBIAN_WINDOW_PACKAGE_RECOMMENDS
        "fonts-dejavu-core, qt6-wayland, qt6-gtk-platformtheme, qt6-translations-l10n")
    set(CPACK_DEBIAN_WINDOW_PACKAGE_SUGGESTS "throughline-cuda")
    set(CPACK_COMPONENT_WINDOW_DESCRIPTION
        "explorer of storage-to-GPU throughput
Shows what starves a GPU of training images: measures local storage and JPEG
decode one by one and together, imports the results of other tools, plots
images per second against disk utilisation, IOPS, threads and any other
quantity, answers what-if questions, and puts its charts into reports.")
endif()
include(CPack)
