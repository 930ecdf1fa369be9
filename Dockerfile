# rootwarpd as a container.
#
#   docker build -t rootwarp .
#   docker run --read-only --cap-drop=ALL --security-opt=no-new-privileges -p 7420:7420 \
#       -v rootwarp:/data -v ./admin-token:/run/secrets/admin-token:ro \
#       -e ROOTWARP_BOOTSTRAP_TOKEN_FILE=/run/secrets/admin-token rootwarp
#
# Without a token it refuses to listen where others can reach it. Settings are variables: `rootwarpd --help`. With
# ROOTWARP_STORE the catalogue is in PostgreSQL and /data is not used. `ctest --preset image` builds it without an engine.
ARG DEBIAN=docker.io/library/debian:trixie-slim

FROM ${DEBIAN} AS build
RUN apt-get update \
    && apt-get install -y --no-install-recommends \
        gcc g++ libc6-dev make cmake pkg-config git check \
        libsqlite3-dev libjansson-dev libmicrohttpd-dev libgnutls28-dev libsodium-dev libyaml-dev zlib1g-dev \
        libcurl4-openssl-dev libpq-dev nodejs npm \
    && rm -rf /var/lib/apt/lists/*
WORKDIR /src
COPY . .
ARG JOBS=2
ARG NODE_EXTRA_CA_CERTS
# The quick tests need neither database, browser nor image. What took too long on a busy machine is tried again.
# `--build-arg TESTS=OFF` leaves them out.
ARG TESTS=ON
RUN cmake --preset ci -DRW_BUILD_TESTS=${TESTS} \
    && cmake --build --preset ci --parallel ${JOBS} \
    && if [ ${TESTS} = ON ]; then ctest --preset ci --parallel ${JOBS} -L quick --repeat after-timeout:2; fi \
    && DESTDIR=/out cmake --install build/ci --prefix /usr --component programs --strip \
    && install -d /out/usr/share/doc/rootwarp \
    && install -m 644 LICENSE README.md CHANGELOG.md /out/usr/share/doc/rootwarp/

FROM ${DEBIAN}
LABEL org.opencontainers.image.title="rootwarp" \
      org.opencontainers.image.description="Motion warping for game servers: warp points, play rates and trajectories over HTTP" \
      org.opencontainers.image.licenses="MIT"
RUN apt-get update \
    && apt-get install -y --no-install-recommends \
        libsqlite3-0 libjansson4 libmicrohttpd12t64 libgnutls30t64 libsodium23 zlib1g libcurl4t64 libpq5 ca-certificates \
    && rm -rf /var/lib/apt/lists/* /var/cache/* /var/log/*
COPY --from=build /out/usr /usr
# Any user may run it: a volume takes the rights that the folder has when it is made.
RUN install -d -o 7420 -g 7420 -m 0777 /data
ENV ROOTWARP_LISTEN=0.0.0.0:7420 \
    ROOTWARP_DATA=/data
USER 7420:7420
VOLUME /data
EXPOSE 7420
HEALTHCHECK --interval=10s --timeout=6s --start-period=10s CMD ["rootwarpd", "health"]
ENTRYPOINT ["rootwarpd"]
CMD ["serve"]
