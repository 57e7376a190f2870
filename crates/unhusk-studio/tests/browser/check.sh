#!/usr/bin/env bash
# Checks what the studio does in a browser: types of its scripts, then tests in Debian's Chromium.
# Packages go to target/studio-node, pictures to target/studio-shots; nothing is written into the source tree.
# With CI=true everything must be there; else what cannot be had is said, and the checks are skipped.
# Tests of the whole studio run if there is a built `unhusk`: UNHUSK_BIN, else target/release/unhusk or target/debug/unhusk.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../../../.." && pwd)
export STUDIO_NODE="$root/target/studio-node"
export CHROMIUM="${CHROMIUM:-/usr/bin/chromium}"

lacking() {
  if [ "${CI:-}" = true ]; then
    printf 'missing: %s\n' "$1" >&2
    exit 2
  fi
  printf 'notice: no %s: browser tests of the studio are skipped\n' "$1" >&2
  exit 0
}

install_debian() { # package
  [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1 || return 1
  apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq "$1" >/dev/null
}

install_packages() {
  mkdir -p "$STUDIO_NODE"
  cmp -s "$here/package-lock.json" "$STUDIO_NODE/package-lock.json" && [ -d "$STUDIO_NODE/node_modules" ] && return
  cp "$here/package.json" "$here/package-lock.json" "$STUDIO_NODE/"
  (cd "$STUDIO_NODE" && npm ci --silent --no-audit --no-fund) || { rm -f "$STUDIO_NODE/package-lock.json"; return 1; }
}

command -v node >/dev/null 2>&1 || install_debian nodejs || lacking "node (Debian package nodejs)"
command -v npm >/dev/null 2>&1 || install_debian npm || lacking "npm (Debian package npm)"
[ -x "$CHROMIUM" ] || install_debian chromium || lacking "$CHROMIUM (Debian package chromium)"
install_packages || lacking "npm packages (a network is needed)"

"$STUDIO_NODE/node_modules/.bin/tsc" --project "$here/tsconfig.json"

if [ -z "${UNHUSK_BIN:-}" ]; then
  for built in "$root/target/release/unhusk" "$root/target/debug/unhusk"; do
    [ -x "$built" ] && "$built" studio --help >/dev/null 2>&1 && UNHUSK_BIN=$built && break
  done
fi
tests=("$here/frame.test.mjs")
if [ -n "${UNHUSK_BIN:-}" ]; then
  UNHUSK_BIN=$(realpath "$UNHUSK_BIN")
  export UNHUSK_BIN
  tests=("$here"/*.test.mjs)
else
  lacking_program='built unhusk (UNHUSK_BIN)'
  [ "${CI:-}" != true ] || lacking "$lacking_program"
  printf 'notice: no %s: only the page frame is tested\n' "$lacking_program" >&2
fi

# A browser on a busy machine may lose a click: a file that fails runs once more, and that is said.
failed=()
for file in "${tests[@]}"; do
  run=(node --test --test-concurrency=1 --test-reporter=spec "$file")
  "${run[@]}" && continue
  printf 'notice: %s failed; it runs once more\n' "${file##*/}" >&2
  "${run[@]}" || failed+=("${file##*/}")
done
[ ${#failed[@]} = 0 ] || { printf 'failed twice: %s\n' "${failed[*]}" >&2; exit 1; }
