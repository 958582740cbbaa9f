import flags from './server-flags.json' with { type: 'json' }

/**
 * The arguments that start the built server: `node ...serverCommand`. The larger the machine's memory, the larger V8
 * makes its heap. The limits keep memory free for the database. One thread collects the young generation, because the
 * start of parallel threads would take longer than the collection of so little memory.
 */
export const serverCommand = [...flags, 'build/server/main.js']
