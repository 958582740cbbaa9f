#!/bin/sh
# Becomes the command that the set-up names: no process of the set-up stays in memory. Node 20 cannot do this itself.
cd "$(dirname "$0")/.." || exit
command=$(node scripts/set-up.mjs "$@") || exit
eval "exec $command"
