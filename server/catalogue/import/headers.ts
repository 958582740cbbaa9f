import type { Locale, Row as Texts } from '#contract/languages.ts'
import { defaultLocale, columns as localeIndex, locales } from '#contract/languages.ts'
import { isOneOf } from '#contract/object-keys.ts'
import { normalizeLine } from '#server/platform/normalize-text.ts'
import type { Row } from './cells.ts'
import { columnIn, columns, textColumns } from './columns.ts'
import { toId } from './ids.ts'

/**
 * Names that shops use for columns in their spreadsheets, separated by “|”. Columns with texts have names per language.
 */
const textNames: Record<string, Texts> = {
  Title: [
    'title|name|product|productname|productnameen|item|itemname|englishname|nameen|英文名|英文名称|英文品名|英文商品名|英文',
    '商品名称|商品名|名称|品名|产品名称|产品名|菜名|中文名|中文名称|中文品名|中文|namezh|namecn|chinesename',
  ],
  'Body (HTML)': [
    'bodyhtml|description|body|details|englishdescription|英文描述|英文介绍|英文说明',
    '描述|介绍|商品描述|商品介绍|详情|商品详情|说明|中文描述|中文介绍|中文说明',
  ],
  Summary: ['summary|subtitle|shortdescription|英文简介', '简介|卖点|副标题|中文简介'],
  Vendor: ['vendor|brand|brandname|英文品牌', '品牌|品牌名称|中文品牌'],
  Type: ['type|category|productcategory|producttype|department|英文分类', '分类|类别|类目|商品分类|品类|中文分类'],
  Tags: ['tags|labels|英文标签', '标签|商品标签|中文标签'],
  'Option1 Name': ['option1name|optionname', '规格名|规格名称|属性名'],
  'Option1 Value': ['option1value|option|size|variant|variantname|英文规格', '规格|型号|尺寸|份量|中文规格|规格值'],
}

const plainNames: Record<string, string> = {
  Handle: 'handle|id|productid|slug|商品id|商品编号',
  'Variant SKU': 'variantsku|sku|skucode|itemcode|code|货号|编码|商品编码|商家编码|sku编码|规格编码',
  'Variant Price': 'variantprice|price|unitprice|sellingprice|售价|价格|单价|现价|零售价|销售价',
  'Variant Compare At Price': 'variantcompareatprice|compareatprice|originalprice|regularprice|原价|划线价|市场价',
  'Variant Inventory Qty': 'variantinventoryqty|stock|quantity|qty|inventory|onhand|库存|数量|库存数量|现有库存',
  'Variant Barcode': 'variantbarcode|barcode|upc|ean|gtin|条码|条形码|商品条码',
  'Variant Grams': 'variantgrams|grams|weightg|重量g|重量克|克重|重量',
  'Image Src': 'imagesrc|image|imageurl|picture|photo|图片|主图|图片链接|图片地址|商品图片',
  'Tax Class': 'taxclass|计税类别|税类',
  Status: 'status|状态|上架状态',
  'Lead Time': 'leadtime|备货时间|提前时间',
  'Minimum Quantity': 'minimumquantity|minqty|起订量|起购量|起购数量',
  'Quantity Step': 'quantitystep|步长|购买倍数',
  'Maximum Quantity': 'maximumquantity|maxqty|限购|限购数量',
}

const maxHeaderLength = 500

/**
 * The name that the import uses for a column of the file. It is on one line and has no invisible characters, because
 * the back office sends the names back as keys, and the server normalizes each key that it receives.
 */
export const headerKey = (name: string): string =>
  normalizeLine(
    name
      .trim()
      .slice(0, maxHeaderLength)
      .toWellFormed()
      .replace(/[\s\p{Cc}]+/gu, ' '),
  ).trim()

/** How the import would read the columns of a file. */
export interface HeaderMatch {
  columns: Record<string, string | null>
  language: Locale
}

/** Finds a column of the shop for each column of a file, by its name in English or Chinese. */
export function matchHeaders(header: readonly string[]): HeaderMatch {
  const exact = new Map(columns.map((name) => [normalizeHeader(name), name]))
  const matches = header.map((name) => ({ name, ...matchHeader(name, exact) }))
  const titles = new Set(matches.flatMap(({ target, locale }) => (target === 'Title' && locale ? [locale] : [])))
  const isExact = matches.some(({ target, locale }) => target === 'Title' && locale === null)
  const language = isExact || titles.has(defaultLocale) ? defaultLocale : ([...titles][0] ?? defaultLocale)
  const usedColumns = new Set<string>()
  const mapping = matches.map(({ name, target, locale }) => {
    const other = target && locale && locale !== language && hasBoth(matches, target)
    const column = other && isOneOf(textColumns, target) ? columnIn(target, locale) : target
    if (!column || usedColumns.has(column)) return [name, null] as const
    usedColumns.add(column)
    return [name, column] as const
  })
  return { columns: Object.fromEntries(mapping), language }
}

/**
 * Whether the file has several columns for `target`, or several for the title. Such a file has texts in more than one
 * language.
 */
const hasBoth = (matches: { target: string | null; locale: Locale | null }[], target: string) =>
  [target, 'Title'].some((one) => matches.filter((column) => column.target === one).length > 1)

function matchHeader(name: string, exact: Map<string, string>): { target: string | null; locale: Locale | null } {
  const plain = normalizeHeader(name)
  const shopColumn = columns.find((column) => column.toLowerCase() === name.trim().toLowerCase()) ?? exact.get(plain)
  if (shopColumn) return { target: shopColumn, locale: null }
  for (const [target, row] of Object.entries(textNames)) {
    const locale = locales.find((one) => row[localeIndex[one]].split('|').includes(plain))
    if (locale) return { target, locale }
  }
  const found = Object.entries(plainNames).find(([, names]) => names.split('|').includes(plain))
  return { target: found?.[0] ?? null, locale: null }
}

const normalizeHeader = (name: string) =>
  name
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')

/**
 * Returns a function that completes the cells of a row. The function changes nothing if staff have not chosen the
 * columns. Without a column of handles, it makes the handle from the title if the file has a column of option values,
 * otherwise from the SKU or, without a SKU, from the title. Without a column of option names, the header of the column
 * of option values becomes the option name.
 */
export function toRows(chosen: Record<string, string | null> | undefined) {
  if (!chosen) return (cells: Row['said']) => cells
  const filled = new Set(Object.values(chosen))
  const optionName = Object.entries(chosen).find(([, column]) => column === 'Option1 Value')?.[0] ?? ''
  const isOption = filled.has('Option1 Value')
  const titles = ['Title', ...locales.map((locale) => columnIn('Title', locale))]
  let lastTitle = ''
  return (cells: Row['said']) => {
    const completed = { ...cells }
    const title = titles.map((column) => completed[column]?.trim()).find((text) => text) ?? ''
    if (!filled.has('Handle')) {
      // A row without a title is one more variant of the product above.
      const name = isOption ? title || lastTitle : completed['Variant SKU']?.trim() || title
      completed.Handle = toId(name)
      if (title) lastTitle = title
    }
    if (isOption && !filled.has('Option1 Name') && completed['Option1 Value']?.trim())
      completed['Option1 Name'] = optionName
    return completed
  }
}
