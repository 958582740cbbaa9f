/**
 * How the built server is started: `node ...serverCommand`. Left to itself V8 lets garbage grow with the machine's
 * memory; a shop needs little, and leaves the rest to the database. What is young is little, so that waking other threads
 * to clear it away takes longer than to do so.
 */
export const serverCommand = [
  '--max-semi-space-size=4',
  '--no-parallel-scavenge',
  '--max-old-space-size=256',
  '--heap-growing-percent=40',
  'build/server/main.js',
]
