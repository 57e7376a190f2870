#!/usr/bin/env bash
# Checks the Python package: builds a wheel, installs it into an empty environment, and runs tests and type checkers
# against it. Environments are below target/ and kept; arguments go to pytest. UNHUSK_PY_PROFILE (default: dev) is the
# profile of the build.
set -euo pipefail
cd "$(dirname "$0")/.."
crate=$PWD
root=$(cd ../.. && pwd)
target=${CARGO_TARGET_DIR:-$root/target}
profile=${UNHUSK_PY_PROFILE:-dev}

step() { printf '\n== %s\n' "$*"; "$@"; }
missing() { printf 'missing: %s\n' "$1" >&2; exit 2; }
can_install() { [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1; }
install() { apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq "$@" >/dev/null; }

command -v cargo >/dev/null 2>&1 || missing "cargo: a Rust toolchain, 1.95 or newer"
if ! python3 -c 'import ensurepip, sys; assert sys.version_info >= (3, 11)' >/dev/null 2>&1; then
  can_install && install python3 python3-venv
  python3 -c 'import ensurepip, sys; assert sys.version_info >= (3, 11)' >/dev/null 2>&1 ||
    missing "python3, 3.11 or newer, with venv (Debian package python3-venv)"
fi
# Spark runs on Java.
if ! command -v java >/dev/null 2>&1; then
  if can_install; then install openjdk-17-jre-headless
  elif [ "${CI:-}" = true ]; then missing "java (Debian package openjdk-17-jre-headless)"
  else printf 'notice: no java: tests of Spark are skipped\n' >&2; fi
fi

# The environment with what tests need is made once for a list of requirements.
venv=$target/py-check-venv
wanted=$(cat "$crate/tests/requirements.txt"; python3 --version)
if [ "$(cat "$venv/.made-for" 2>/dev/null)" != "$wanted" ]; then
  step python3 -m venv --clear "$venv"
  step "$venv/bin/python" -m pip install --quiet --disable-pip-version-check -r "$crate/tests/requirements.txt"
  printf '%s\n' "$wanted" >"$venv/.made-for"
fi

# The wheel: its name says that it is for any CPython from 3.11 on.
wheels=$target/wheels-check
rm -rf "$wheels"
step "$venv/bin/maturin" build --profile "$profile" --locked --quiet --manifest-path "$crate/Cargo.toml" --out "$wheels"
wheel=$(echo "$wheels"/*.whl)
case $wheel in
  *" "* | *\**) missing "one wheel in $wheels, not: $wheel" ;;
  */unhusk-*-cp311-abi3-*.whl) ;;
  *) missing "a wheel named unhusk-*-cp311-abi3-*.whl, not: $wheel" ;;
esac
step "$venv/bin/twine" check --strict "$wheel"

# An empty environment has all that the package itself needs.
empty=$target/py-empty-venv
step python3 -m venv --clear "$empty"
step "$empty/bin/python" -m pip install --quiet --disable-pip-version-check --no-index "$wheel"
step "$empty/bin/python" "$crate/tests/first_steps.py"

step "$venv/bin/python" -m pip install --quiet --disable-pip-version-check --no-index --no-deps --force-reinstall "$wheel"
# Outside of the crate, so that the package that is installed is tested, not the sources.
cd "$target"
step "$venv/bin/python" -m pytest -q -p no:cacheprovider --rootdir "$crate" "$crate/tests" "$@"
cd "$crate"
step "$venv/bin/mypy" --cache-dir "$target/py-mypy-cache"
step "$venv/bin/pyright" --pythonpath "$venv/bin/python"
