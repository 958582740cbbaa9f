import { yieldToShop } from '#server/backup/priority.ts'

// Loading the commands takes a second of a core. A shop that sells must not wait for that.
if (process.argv.includes('backup')) yieldToShop()
const { runShop } = await import('./shop-run.ts')

/** `npm run shop`: what staff do, until there is a back office. */
const { code, said } = await runShop(process.argv.slice(2), process.env)
const output = code === 0 ? process.stdout : process.stderr
output.write(`${said}\n`)
process.exit(code)
