# For 64-bit ARM on Debian's multiarch. As root, on amd64:
#
#   dpkg --add-architecture arm64 && apt-get update
#   apt-get install gcc-aarch64-linux-gnu g++-aarch64-linux-gnu qemu-user \
#       lib{microhttpd,sqlite3,jansson,gnutls28,sodium,curl4-openssl,pq,yaml}-dev:arm64 zlib1g-dev:arm64
#   cmake -S . -B build/aarch64 --toolchain cmake/toolchain-aarch64.cmake && cmake --build build/aarch64
#   qemu-aarch64 build/aarch64/bin/rootwarpd --version
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR aarch64)
set(CMAKE_LIBRARY_ARCHITECTURE aarch64-linux-gnu)
set(CMAKE_C_COMPILER aarch64-linux-gnu-gcc)
set(CMAKE_CXX_COMPILER aarch64-linux-gnu-g++)
set(CMAKE_CROSSCOMPILING_EMULATOR qemu-aarch64) # the build asks the programs for their manuals
set(ENV{PKG_CONFIG_LIBDIR} /usr/lib/aarch64-linux-gnu/pkgconfig:/usr/share/pkgconfig)
