import { yieldToShop } from '#server/backup/priority.ts'

// A backup must not slow down a running shop, so this process lowers its priority. It does this before it imports the
// commands, because the import alone occupies a core for a second.
if (process.argv.includes('backup')) yieldToShop()
const { runShop } = await import('./shop-run.ts')

/** `npm run shop`: the command line for staff. */
const { code, text } = await runShop(process.argv.slice(2), process.env)
const output = code === 0 ? process.stdout : process.stderr
output.write(`${text}\n`)
process.exit(code)
