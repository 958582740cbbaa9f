import { text } from 'node:stream/consumers'
import yauzl from 'yauzl'

/**
 * Finds the cells of a workbook that show their number as a percentage: 0.3 as 30%. `read-excel-file` returns only the
 * number, so this module reads the formats of the cells from the archive itself.
 */

/** The built-in formats 0% and 0.00%. */
const builtInPercentages = ['9', '10']

/** The addresses of the cells in the first sheet that show a percentage, such as `C2`. */
export async function findPercentages(path: string): Promise<Set<string>> {
  const styles = percentStyles(await readEntry(path, 'xl/styles.xml'))
  if (styles.size === 0) return new Set()
  const [sheet = ''] = tagsIn(await readEntry(path, 'xl/workbook.xml'), 'sheet')
  const links = [...tagsIn(await readEntry(path, 'xl/_rels/workbook.xml.rels'), 'Relationship')]
  const link = links.find((tag) => attribute(tag, 'Id') === attribute(sheet, '\\w+:id')) ?? ''
  const target = attribute(link, 'Target') ?? ''
  const cells = new Set<string>()
  for (const tag of tagsIn(await readEntry(path, target.startsWith('/') ? target.slice(1) : `xl/${target}`), 'c'))
    if (styles.has(attribute(tag, 's') ?? '')) cells.add(attribute(tag, 'r') ?? '')
  return cells
}

/** The indexes of the cell styles that show a percentage. */
function percentStyles(styles: string): Set<string> {
  const ownPercentages = [...tagsIn(styles, 'numFmt')]
    .filter((tag) => isPercentage(attribute(tag, 'formatCode') ?? ''))
    .map((tag) => attribute(tag, 'numFmtId'))
  const formats = new Set<string | undefined>([...builtInPercentages, ...ownPercentages])
  const [, cellStyles = ''] = styles.split(/<\/?(?:\w+:)?cellXfs\b/)
  const all = [...tagsIn(cellStyles, 'xf')]
  return new Set(all.flatMap((tag, at) => (formats.has(attribute(tag, 'numFmtId')) ? String(at) : [])))
}

/** Whether a format shows a percentage: it has a percent sign that is neither quoted nor escaped. */
const isPercentage = (format: string) => format.replace(/"[^"]*"|&quot;.*?&quot;|\\./g, '').includes('%')

/** The tags with this name, one by one, because a sheet can have millions of cells. */
function* tagsIn(xml: string, name: string): Generator<string> {
  for (const [tag] of xml.matchAll(new RegExp(`<(?:\\w+:)?${name}(?=[\\s/>])[^<>]*>`, 'g'))) yield tag
}

function attribute(tag: string, name: string): string | undefined {
  const [, inDoubleQuotes, inQuotes] = new RegExp(`\\s${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`).exec(tag) ?? []
  return inDoubleQuotes ?? inQuotes
}

/** The text of a file in the archive; empty if there is none. */
async function readEntry(path: string, name: string): Promise<string> {
  const zip = await yauzl.openPromise(path)
  try {
    for await (const entry of zip.eachEntry())
      if (entry.fileName === name) return await text(await zip.openReadStreamPromise(entry))
    return ''
  } finally {
    zip.close()
  }
}
