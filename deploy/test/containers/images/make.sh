#!/bin/sh
# Makes Adwarden's image from deploy/Dockerfile, and stand-ins for the official images that deploy/ names,
# because not every machine can reach a registry of images: everything comes from Debian's packages and npm's.
# Run by scripts/containers.mjs, which chooses where images are stored, and removes everything afterwards.
#   make.sh FOLDER-OF-NODE FOLDER-OF-NPM FOLDER-FOR-FILES
# Exits with 75 when Debian's packages cannot be downloaded.
set -eu
node=$1 npm=$2 files=$3
images=$(cd "$(dirname "$0")" && pwd)
cd "$images/../../../.."

build() {
  # chroot: no further namespaces, and the network of this machine.
  buildah build --quiet --isolation chroot --network host --layers=false --format docker "$@"
}
installed() {
  build --tag "$1" --file "$images/$2.Containerfile" "$images"
}

echo 'Debian …'
mmdebstrap --quiet --mode=root --variant=apt --include=libatomic1 --skip=cleanup/apt/lists --dpkgopt=force-unsafe-io \
  bookworm "$files/debian.tar" || exit 75
podman import --quiet "$files/debian.tar" localhost/debian
rm "$files/debian.tar"
installed postgres:18 postgres || exit 75
installed nginx:1.28 nginx || exit 75

echo 'Node …'
base=$(sed -n 's/^ARG NODE=//p' deploy/Dockerfile)
build --tag "$base" --build-context "node=$node" --build-context "npm=$npm" \
  --file "$images/node.Containerfile" "$images"

echo 'Adwarden …'
# npm inside uses the registry and the cache of this machine's user.
echo 'prefer-offline=true' > "$files/npmrc"
set -- --volume "$files/npmrc:/usr/local/etc/npmrc:ro"
if [ -n "${NODE_EXTRA_CA_CERTS:-}" ]; then
  cp "$NODE_EXTRA_CA_CERTS" "$files/ca.crt"
  echo 'cafile=/usr/local/etc/ca.crt' >> "$files/npmrc"
  set -- "$@" --volume "$files/ca.crt:/usr/local/etc/ca.crt:ro"
fi
[ ! -f "$HOME/.npmrc" ] || set -- "$@" --volume "$HOME/.npmrc:/root/.npmrc:ro"
[ ! -d "$HOME/.npm" ] || set -- "$@" --volume "$HOME/.npm:/root/.npm"
version=$("$node/node" --print "require('./package.json').version")
build "$@" --tag adwarden --tag "adwarden:$version" --file deploy/Dockerfile .

# A release is of a commit: with other changes none is made, and its test is skipped.
if [ -z "$(git status --porcelain)" ] && command -v javac > /dev/null; then
  echo 'The archive of a release …'
  "$node/node" scripts/release.mjs "$files/release"
fi
