#!/bin/sh
# deploy/release.sh FOLDER: what production runs, in a new folder: sources of the server without tests, built pages, production dependencies with
# their Node. Needs npm and Node 20; builds the pages unless `npm run build` (or LOCALE=… npm run build) was run.
set -eu
[ $# = 1 ] && [ ! -e "$1" ] || { echo 'usage: deploy/release.sh FOLDER, which is not there yet' >&2; exit 2; }
root=$(cd "$(dirname "$0")/.." && pwd)
mkdir -p "$1"
out=$(cd "$1" && pwd)
cd "$root"
[ -d apps/shop/dist ] && [ -d apps/office/dist ] || { npm ci --include=dev && npm run build; }
tar -cf - --exclude='*.test.ts' --exclude='*.testing.ts' --exclude='apps/server/src/testing' \
  package.json package-lock.json .npmrc LICENSE CHANGELOG.md docs/LICENSES-THIRD-PARTY.md docs/operations.md tools/cli.ts \
  apps/shop/dist* apps/office/dist* apps/server packages/contract packages/prose packages/texts | tar -xf - -C "$out"
cd "$out"
# Of these workspaces alone: npm installs the development tools of a workspace that is linked. Versions are the lock file's.
npm pkg delete devDependencies
npm pkg set --json 'workspaces=["apps/server","packages/contract","packages/prose","packages/texts"]'
npm install --omit=dev --prefer-offline --no-audit --no-fund --loglevel=error
# Node's headers and manual pages; maps and sources that nothing loads.
rm -rf node_modules/node/node_modules/*/include node_modules/node/node_modules/*/share node_modules/node/node_modules/*/lib
find node_modules -type f \( -name '*.map' -o -name '*.d.ts' -o -name '*.d.mts' -o -name '*.d.cts' \) -delete
find node_modules/@fontsource -name '*.woff2' -delete
node_modules/.bin/node --version >/dev/null
chmod -R u=rwX,go=rX .
