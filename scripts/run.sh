#!/bin/sh
# Replaces itself by the command that set-up.mjs prints, so that no set-up process stays in memory.
# Node 20 cannot do so.
cd "$(dirname "$0")/.." || exit
command=$(node scripts/set-up.mjs "$@") || exit
eval "exec $command"
