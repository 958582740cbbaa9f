/** Limits and field names for imports of products. This file has no schemas, so that browsers can load it as well. */

/** The fields that an import may change. Reports and the input `overwrite` name these fields. */
export const importFields = [
  'name',
  'description',
  'brand',
  'categories',
  'tags',
  'status',
  'taxClass',
  'quantities',
  'leadTime',
  'options',
  'price',
  'compareAtPrice',
  'counting',
  'variantTaxClass',
  'barcode',
  'weight',
  'pictures',
  'pictureTexts',
  'stock',
  'measure',
  'food',
  'synonyms',
  'clearance',
  'terms',
  'listing',
  'related',
  'modifierGroups',
  'memberPrice',
  'deposit',
] as const
export type ImportField = (typeof importFields)[number]

/** Browsers send a file in parts of this size, in bytes. */
export const importPartBytes = 4 * 1024 * 1024
/** The maximum size of an import's file, in bytes. */
export const maxImportBytes = 64 * 1024 * 1024

/**
 * Limits of a zip file with pictures: its size in bytes, the number of its entries, and the total size of the unpacked
 * files in bytes.
 */
export const maxZipBytes = 256 * 1024 * 1024
export const maxZipPictures = 5000
export const maxUnpackedZipBytes = 1024 * 1024 * 1024
/** The most characters of a cell that staff correct in the back office. */
export const maxImportCellLength = 2000
