import { yieldToShop } from '#server/backup/priority.ts'

// A backup must not slow down a running shop, so it lowers its priority. It does so before it loads the commands,
// because loading them alone occupies a core for a second.
if (process.argv.includes('backup')) yieldToShop()
const { runShop } = await import('./shop-run.ts')

/** `npm run shop`: the command line for staff. */
const { code, said } = await runShop(process.argv.slice(2), process.env)
const output = code === 0 ? process.stdout : process.stderr
output.write(`${said}\n`)
process.exit(code)
