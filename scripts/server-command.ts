import flags from './server-flags.json' with { type: 'json' }

/**
 * How the built server is started: `node ...serverCommand`. Left to itself V8 lets garbage grow with the machine's
 * memory; a shop needs little, and leaves the rest to the database. What is young is little, so that waking other
 * threads to clear it away takes longer than to do so.
 */
export const serverCommand = [...flags, 'build/server/main.js']
