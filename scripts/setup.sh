#!/bin/sh
# setup.sh VENV runtime|development: a virtual environment with this project in it, on a machine that may have nothing yet.
set -eu
venv=$1
what=$2

python=
for candidate in "${PYTHON:-}" python3.13 python3.12 python3.11 python3; do
    [ -n "$candidate" ] && command -v "$candidate" >/dev/null 2>&1 || continue
    "$candidate" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || continue
    python=$candidate
    break
done

usable() { [ -n "$python" ] && "$python" -c 'import ensurepip, venv' >/dev/null 2>&1; }
if ! usable; then
    if command -v apt-get >/dev/null 2>&1 && [ "$(id -u)" = 0 ]; then
        echo "Installing Python with apt-get ..."
        apt-get update -qq
        DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends python3 python3-venv ca-certificates >/dev/null
        python=python3
    fi
    usable || { echo "Python 3.11 or newer with venv is needed (Debian: apt-get install python3 python3-venv)." >&2; exit 1; }
fi

if [ ! -x "$venv/bin/python" ]; then
    echo "Making $venv with $("$python" --version) ..."
    "$python" -m venv "$venv"
fi
"$venv/bin/python" -m pip install -q --disable-pip-version-check --upgrade 'pip>=25.1'
echo "Installing Hindsight and what it needs ($what) ..."
if [ "$what" = development ]; then
    "$venv/bin/python" -m pip install -q --disable-pip-version-check -e '.[all]' --group dev
    touch "$venv/.runtime"
else
    "$venv/bin/python" -m pip install -q --disable-pip-version-check -e .
fi
touch "$venv/.$what"
