import { runShop } from './shop-run.ts'

/** `npm run shop`: what staff do, until there is a back office. */
const { code, said } = await runShop(process.argv.slice(2), process.env)
const output = code === 0 ? process.stdout : process.stderr
output.write(`${said}\n`)
process.exit(code)
