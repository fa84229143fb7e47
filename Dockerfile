# syntax=docker/dockerfile:1
# One build, five images: docker build --target api|worker|dashboard|sandbox|ops .
ARG NODE_VERSION=24

FROM node:${NODE_VERSION}-bookworm-slim AS base
WORKDIR /app

# Installs everything, generates the Prisma client, compiles and builds the pages. The images copy from /out.
FROM base AS build
COPY . .
RUN --mount=type=cache,target=/root/.npm npm run build \
  && mkdir /out \
  && cp -r --parents packages/*/dist apps/*/dist prisma docker /out

# Only the files that npm reads, so that a change of code does not repeat the install.
FROM base AS manifests
COPY . /source
RUN cd /source && find . -name package.json -exec cp --parents {} /app ';' && cp package-lock.json .npmrc /app

FROM base AS modules
COPY --from=manifests /app ./
# Also omits optional packages: Prisma's command line (250 MB), an optional peer of its client, stays otherwise.
RUN --mount=type=cache,target=/root/.npm npm ci --omit=dev --omit=optional \
  --workspace=@topup/api --workspace=@topup/worker --workspace=@topup/dashboard --workspace=@topup/sandbox --workspace=@topup/ops

FROM base AS runtime
ENV NODE_ENV=production LISTEN_HOST=0.0.0.0 SANDBOX_HOST=0.0.0.0
COPY --from=modules /app ./
COPY --from=build /out/packages packages
COPY --from=build /out/docker/healthcheck.mjs docker/healthcheck.mjs
# The user "node" of the image, by its number: Kubernetes' runAsNonRoot cannot judge a name.
USER 1000:1000
# Give it a grace period of 75 s, because a stop waits for provider calls in flight.
STOPSIGNAL SIGTERM

FROM runtime AS api
COPY --from=build /out/apps/api apps/api
EXPOSE 3000 3001
HEALTHCHECK --interval=30s --timeout=3s --start-period=30s CMD ["node", "docker/healthcheck.mjs", "api", "/live"]
CMD ["node", "apps/api/dist/main.js"]

FROM runtime AS worker
COPY --from=build /out/apps/worker apps/worker
EXPOSE 3002
HEALTHCHECK --interval=30s --timeout=3s --start-period=30s CMD ["node", "docker/healthcheck.mjs", "worker", "/live"]
CMD ["node", "apps/worker/dist/main.js"]

FROM runtime AS dashboard
COPY --from=build /out/apps/dashboard apps/dashboard
EXPOSE 3004 3005
HEALTHCHECK --interval=30s --timeout=3s --start-period=30s CMD ["node", "docker/healthcheck.mjs", "dashboard", "/live"]
CMD ["node", "apps/dashboard/dist/main.js"]

FROM runtime AS sandbox
COPY --from=build /out/apps/sandbox apps/sandbox
EXPOSE 3003
HEALTHCHECK --interval=30s --timeout=3s --start-period=30s CMD ["node", "docker/healthcheck.mjs", "sandbox", "/healthz"]
CMD ["node", "apps/sandbox/dist/main.js"]

# Migrations, the operators' commands, and the demo account of docker-compose.yml, which keeps its key in /data. Run it
# with --init: Node as the first process of a container does not end on SIGTERM.
FROM runtime AS ops
USER root
RUN install -d -o 1000 -g 1000 -m 700 /data
USER 1000:1000
COPY --from=build /out/apps/ops apps/ops
COPY --from=build /out/prisma prisma
COPY --from=build /out/docker docker
CMD ["node", "apps/ops/dist/main.js", "--help"]
