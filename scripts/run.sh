#!/bin/sh
# Replaces itself with the command that set-up.mjs prints, so that no set-up process stays in memory. A program of Node
# 20 cannot replace itself.
cd "$(dirname "$0")/.." || exit
command=$(node scripts/set-up.mjs "$@") || exit
eval "exec $command"
