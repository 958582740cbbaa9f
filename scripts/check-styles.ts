import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const maxLines = 300
/** Style sheets that are in no cascade layer. Their print rules must override the screen rules, which are in layers. */
const unlayered = ['storefront/shell/print.css', 'storefront/orders/print.css']

/**
 * Checks that each style sheet has at most `maxLines` lines, puts its rules in cascade layers, and is imported by a
 * source file. Pages load the sheets in any order, so only the layers should decide which rule wins.
 */
const sources = ['storefront', 'backoffice', 'ui'].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)),
)
const imported = sources
  .filter((file) => /\.tsx?$/.test(file))
  .flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/^import '([^']+\.css)'/gm)].map(([, path = '']) => toFile(file, path)),
  )

const problems = sources.filter((file) => file.endsWith('.css')).flatMap(problemsOf)
if (problems.length > 0) {
  process.stderr.write(`${problems.join('\n')}\n`)
  process.exit(1)
}

function toFile(from: string, path: string): string {
  return path.startsWith('#') ? path.slice(1) : join(from, '..', path)
}

function problemsOf(file: string): string[] {
  const lines = readFileSync(file, 'utf8').trimEnd().split('\n')
  const outside = lines.filter((line) => /^[^\s@/}]/.test(line) || /^@(?!layer|font-face)/.test(line))
  return [
    ...(lines.length > maxLines ? [`${file}: ${lines.length} lines, at most ${maxLines}`] : []),
    ...(outside.length > 0 && !unlayered.includes(file) ? [`${file}: outside of a layer: ${outside[0]}`] : []),
    ...(imported.includes(file) ? [] : [`${file}: no page imports it`]),
  ]
}
