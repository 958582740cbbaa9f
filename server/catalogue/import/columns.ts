import type { ImportField } from '#contract/import-limits.ts'
import type { Locale } from '#contract/languages.ts'
import { languages, locales } from '#contract/languages.ts'

/** The columns of product files, as the import reads them and the export writes them. */

export const optionNumbers = [1, 2, 3] as const

/** All columns, except the columns with a text in one certain language, such as “Title (English)”. */
const plainColumns = [
  'Handle',
  'Title',
  'Body (HTML)',
  'Vendor',
  'Type',
  'Tags',
  'Published',
  'Status',
  'Gift Card',
  ...optionNumbers.flatMap((number) => [`Option${number} Name`, `Option${number} Value`] as const),
  'Variant SKU',
  'Variant Grams',
  'Variant Inventory Tracker',
  'Variant Inventory Qty',
  'Variant Inventory Policy',
  'Variant Price',
  'Variant Compare At Price',
  'Variant Taxable',
  'Variant Barcode',
  'Variant Image',
  'Image Src',
  'Image Position',
  'Image Alt Text',
  // Shopify's files have none of the following columns.
  'Minimum Quantity',
  'Quantity Step',
  'Maximum Quantity',
  // For example “36 hours” or “2 days”.
  'Lead Time',
  // A tax class of the shop; if empty, the product's tax class applies.
  'Variant Tax Class',
  'Tax Class',
  'Summary',
  // The complete description. With this column, the import makes no summary from the description.
  'Plain Description',
  // FALSE for a variant that is no longer sold.
  'Variant Active',
  'Variant Member Price',
  'Variant Deposit',
  // For example “markham: 12, downtown: 5”.
  'Stock by Store',
  // Ids, separated by commas. The import uses “Brand Id” only if “Vendor” is empty, “Category Ids” only if “Type” is
  // empty, and “Tag Ids” only if “Tags” is empty.
  'Brand Id',
  'Category Ids',
  'Tag Ids',
  'Related Ids',
  'Modifier Group Ids',
  'Sold By',
  'Measure',
  'Diet',
  'Allergens',
  'Ingredients',
  'Origin',
  'Storage',
  'Search Words',
  'Clearance',
  'Clearance Reason',
  'Best Before',
  'Prepayment',
  'Note Allowed',
  'Contact Required',
  'Cross Border',
  'Published At',
  'Shop Position',
  'Selling Windows (JSON)',
  // Ids and names of options and their values. The columns “Option1 Name” and so on cannot contain all of these.
  'Options (JSON)',
  // For example “size:large,ice:less”.
  'Variant Options',
  // Definitions of brands, categories, tags and modifier groups. The import adds the definitions that the shop lacks,
  // and does not change existing records.
  'Groups (JSON)',
  // The time of the product's last change before the export.
  'Version',
] as const
export type ColumnName = (typeof plainColumns)[number]

/**
 * The columns with texts. For each of them, a file can also have one column per language, such as “Title (English)”.
 */
export const textColumns = [
  'Title',
  'Body (HTML)',
  'Summary',
  'Vendor',
  'Type',
  'Tags',
  ...optionNumbers.flatMap((number) => [`Option${number} Name`, `Option${number} Value`] as const),
  'Image Alt Text',
  'Plain Description',
  'Ingredients',
  'Origin',
  'Storage',
  'Clearance Reason',
] as const
export type TextColumn = (typeof textColumns)[number]

/** The column with a text in a certain language. */
export const columnIn = (column: TextColumn, locale: Locale) => `${column} (${languages[locale].name})`

/** The columns that the import reads; it ignores others. */
export const columns: readonly string[] = [
  ...plainColumns,
  ...locales.flatMap((locale) => textColumns.map((column) => columnIn(column, locale))),
]

/** The columns with the options of a variant. */
export const optionColumns = [
  ...optionNumbers.flatMap((number) => [`Option${number} Name`, `Option${number} Value`] as const),
  'Options (JSON)',
  'Variant Options',
] as const

/**
 * Maps each field to the columns that contain it. If the file has none of these columns, a product keeps its value of
 * the field.
 */
export const columnsOf: Partial<Record<ImportField, readonly ColumnName[]>> = {
  description: ['Body (HTML)', 'Summary', 'Plain Description'],
  brand: ['Vendor', 'Brand Id'],
  categories: ['Type', 'Category Ids'],
  tags: ['Tags', 'Tag Ids'],
  status: ['Status', 'Published'],
  taxClass: ['Tax Class', 'Variant Taxable'],
  quantities: ['Minimum Quantity', 'Quantity Step', 'Maximum Quantity'],
  leadTime: ['Lead Time'],
  compareAtPrice: ['Variant Compare At Price'],
  counting: ['Variant Inventory Tracker', 'Variant Inventory Policy'],
  variantTaxClass: ['Variant Tax Class'],
  barcode: ['Variant Barcode'],
  weight: ['Variant Grams'],
  stock: ['Variant Inventory Qty', 'Stock by Store'],
}
