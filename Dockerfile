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
USER node
# Give it a grace period of 75 s, because a stop waits for provider calls in flight.
STOPSIGNAL SIGTERM

FROM runtime AS api
COPY --from=build /out/apps/api apps/api
EXPOSE 3000 3001
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.API_OPS_PORT || 3001}/live`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "apps/api/dist/main.js"]

FROM runtime AS worker
COPY --from=build /out/apps/worker apps/worker
EXPOSE 3002
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.WORKER_OPS_PORT || 3002}/live`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "apps/worker/dist/main.js"]

FROM runtime AS dashboard
COPY --from=build /out/apps/dashboard apps/dashboard
EXPOSE 3004
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.DASHBOARD_PORT || 3004}/live`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "apps/dashboard/dist/main.js"]

FROM runtime AS sandbox
COPY --from=build /out/apps/sandbox apps/sandbox
EXPOSE 3003
HEALTHCHECK --interval=10s --timeout=3s --start-period=10s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.SANDBOX_PORT || 3003}/healthz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "apps/sandbox/dist/main.js"]

# Migrations, the operators' commands, and the demo account of docker-compose.yml, which keeps its key in /data.
FROM runtime AS ops
USER root
RUN install -d -o node -g node -m 700 /data
USER node
COPY --from=build /out/apps/ops apps/ops
COPY --from=build /out/prisma prisma
COPY --from=build /out/docker docker
CMD ["node", "apps/ops/dist/main.js", "--help"]
