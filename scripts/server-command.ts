import flags from './server-flags.json' with { type: 'json' }

/**
 * The arguments that start the built server: `node ...serverCommand`. Without limits V8's heap grows with the machine's
 * memory, which the database needs. The young generation is so small that starting parallel threads would take longer
 * than collecting it.
 */
export const serverCommand = [...flags, 'build/server/main.js']
