# One image for every process; the first argument names it: docker run topup api|worker|dashboard|sandbox|ops|migrate
ARG NODE_VERSION=24

FROM node:${NODE_VERSION}-bookworm-slim AS base
WORKDIR /app

# Installs everything, generates the Prisma client, compiles and builds the pages. The image copies from /out.
FROM base AS build
COPY . .
RUN --mount=type=cache,target=/root/.npm npm run build \
  && mkdir /out \
  && cp -r --parents packages/*/dist apps/api/dist apps/worker/dist apps/dashboard/dist apps/sandbox/dist apps/ops/dist \
    prisma docker changes /out

# Only the files that npm reads, so that a change of code does not repeat the install.
FROM base AS manifests
COPY . /source
RUN cd /source && find . -name package.json -exec cp --parents {} /app ';' && cp package-lock.json .npmrc /app

FROM base AS modules
COPY --from=manifests /app ./
# Also omits optional packages: Prisma's command line (250 MB), an optional peer of its client, stays otherwise. Of
# Prisma's ten query compilers (60 MB) the generated client loads one.
RUN --mount=type=cache,target=/root/.npm npm ci --omit=dev --omit=optional \
  --workspace=@topup/api --workspace=@topup/worker --workspace=@topup/dashboard --workspace=@topup/sandbox --workspace=@topup/ops \
  && find node_modules/@prisma/client/runtime -name 'query_compiler_*' ! -name 'query_compiler_fast_bg.postgresql.*' -delete

FROM base AS topup
ENV NODE_ENV=production LISTEN_HOST=0.0.0.0 SANDBOX_HOST=0.0.0.0
# For the key of the demo account. Nothing else is written, so the root can be read-only.
RUN install -d -o 1000 -g 1000 -m 700 /data
COPY --from=modules /app ./
COPY --from=build /out ./
# The user "node" of the image, by its number: Kubernetes' runAsNonRoot cannot judge a name.
USER 1000:1000
# Give it a grace period of 75 s, because a stop waits for provider calls in flight.
STOPSIGNAL SIGTERM
# api and its operations port, worker, sandbox, dashboard and its operations port
EXPOSE 3000 3001 3002 3003 3004 3005
HEALTHCHECK --interval=30s --timeout=3s --start-period=30s CMD ["node", "/app/docker/healthcheck.mjs"]
ENTRYPOINT ["node", "/app/docker/start.mjs"]
ARG VERSION=unreleased
ARG REVISION=unknown
LABEL org.opencontainers.image.title="topup" \
  org.opencontainers.image.description="Sells airtime, mobile data, cable TV and electricity, paid from prepaid wallets." \
  org.opencontainers.image.licenses="MIT" \
  org.opencontainers.image.version="$VERSION" \
  org.opencontainers.image.revision="$REVISION"
