import type { Row } from '../languages.ts'

/** Texts about the export of products. */
export const exportMessages = {
  'export.button': ['Export all products', '导出全部商品'],
  'export.busy': ['Preparing the file…', '正在准备文件…'],
  'export.started': ['The download has started: {count} products.', '开始下载，共 {count} 件商品。'],
  'export.left_out': ['Memberships are not in the file: {count}.', '会员卡不在文件里：{count} 种。'],
  'export.title': ['Get a file to change', '导出表格来修改'],
  'export.hint': [
    'A CSV file for Excel with all products, also hidden and archived ones, their sizes, stock and texts in both languages. Memberships are not in it. Change it and upload it above: the import writes only what you changed. To change stock, tick “Stock” before the dry run.',
    '导出一份 Excel 能打开的 CSV，包含全部商品（含未上架和已归档的）、规格、库存和中英文内容，不含会员卡。改好后在上面上传，只会更新您改过的地方。要改库存，请在试运行前勾选“库存”。',
  ],
} as const satisfies Record<string, Row>
