/**
 * How the built server is started: `node ...serverCommand`. Left to itself V8 lets garbage grow with the machine's
 * memory; a shop needs little, and leaves the rest to the database.
 */
export const serverCommand = [
  '--max-semi-space-size=4',
  '--max-old-space-size=256',
  '--heap-growing-percent=40',
  'build/server/main.js',
]
