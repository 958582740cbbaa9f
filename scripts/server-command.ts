/**
 * How the built server is started: `node ...serverCommand`. Left to itself V8 lets garbage grow with the machine's
 * memory; a shop needs little, and leaves the rest to the database.
 */
export const serverCommand = ['--max-semi-space-size=8', '--max-old-space-size=256', 'build/server/main.js']
