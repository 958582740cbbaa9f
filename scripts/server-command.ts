import flags from './server-flags.json' with { type: 'json' }

/**
 * The arguments that start the built server: `node ...serverCommand`. Without limits V8's heap would grow with the
 * machine's memory, which the database needs. One thread collects the young generation, because starting parallel
 * threads would take longer than collecting so little memory.
 */
export const serverCommand = [...flags, 'build/server/main.js']
