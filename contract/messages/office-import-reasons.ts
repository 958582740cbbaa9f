import type { Row } from '../languages.ts'

/**
 * The reasons why an import refuses a row or a file. `npm run import` shows the reason in English. The back office
 * shows it in the staff member's language.
 */
export const importReasons = {
  'import.no_id': ['its handle has neither a letter nor a digit', '“Handle”里既没有字母也没有数字'],
  'import.no_handle': ['it has no handle', '缺少“Handle”'],
  'import.no_title': ['it has no title', '没有商品名称'],
  'import.open_quote': [
    'its “{column}” goes on from line {from} to line {to}: the quotation mark that opens it on line {from} may lack its closing one, and the rows up to line {to} may be lost in it',
    '“{column}”从第 {from} 行一直到第 {to} 行：第 {from} 行的引号可能没有结尾，到第 {to} 行为止的商品可能都被并进了这一格',
  ],
  'import.long_title': ['its title is longer than {most} characters', '名称超过 {most} 个字符'],
  'import.gift_card': ['gift cards cannot be sold yet', '暂不支持礼品卡'],
  'import.long_option': ['an option is longer than {most} characters', '规格超过 {most} 个字符'],
  'import.no_variant': ['it has no variant that can be sold', '没有可以销售的规格'],
  'import.many_tags': ['it has more than {most} tags', '标签超过 {most} 个'],
  'import.lead_time': [
    'its lead time “{value}” is no number of hours or days, such as “36 hours” or “2 days”',
    '备货时间“{value}”看不懂，请写成“36 hours”或“2 days”',
  ],
  'import.characters': ['it has characters that cannot be stored', '含有无法保存的字符'],
  'import.quantity_limit': [
    'its {column} “{value}” is no whole number from 1 to 999',
    '“{column}”的“{value}”不是 1 到 999 的整数',
  ],
  'import.quantity_most': ['its maximum quantity is less than the least that can be bought', '限购件数比起购件数还少'],
  'import.empty_row': ['it has neither a variant nor a picture', '这一行既没有规格也没有图片'],
  'import.price': ['its price “{value}” is no amount such as 1299.00', '价格“{value}”不是金额，请写成 1299.00 这样'],
  'import.price_comma': [
    'its price “{value}” has a comma that may mean thousands or cents: write it like 1299.00',
    '价格“{value}”里的逗号看不出是千位还是小数，请写成 1299.00 这样',
  ],
  'import.no_price': ['its price is missing', '没有填价格'],
  'import.no_option': ['an option has no value', '有一项规格没有填'],
  'import.same_option': ['a row above has the same options', '上面已经有相同规格的一行'],
  'import.alike_option': [
    'line {line} above has the same options: {value}',
    '上面第 {line} 行已经有相同的规格：{value}',
  ],
  'import.long_sku': ['its SKU is longer than {most} characters', '货号超过 {most} 个字符'],
  'import.same_sku': ['a row above has its SKU {value}', '上面已经用过货号 {value}'],
  'import.stock': ['its quantity “{value}” is no whole number', '库存“{value}”不是整数'],
  'import.compare_at': [
    'its compare-at price “{value}” is no amount such as 1299.00',
    '划线价“{value}”不是金额，请写成 1299.00 这样',
  ],
  'import.tax_class': ['its tax class “{value}” is none of {classes}', '计税类别“{value}”不在这些之中：{classes}'],
  'import.cell': [
    'its “{column}” says “{value}”, which is not written like “{example}”',
    '“{column}”里的“{value}”看不懂，请写成“{example}”这样',
  ],
  'import.stock_by_store': [
    'its stock “{value}” is not written like “store: 12, other-store: 5”',
    '各店库存“{value}”看不懂，请写成“门店编号: 12, 另一门店: 5”这样',
  ],
  'import.groups': [
    'its “Groups (JSON)” cannot be read; leave the cell empty if the shop has these groups',
    '“Groups (JSON)”读不出来。如果店里已有这些分组，请把这一格清空',
  ],
  'import.no_group': [
    'the category, brand, tag or modifier group “{value}” is neither in the shop nor in the file',
    '店里和文件里都没有“{value}”这个分类、品牌、标签或加料组',
  ],
  'import.no_store': [
    'the shop has no store “{value}”; remove it from “Stock by Store”, or leave that column out',
    '没有“{value}”这家门店，请从“Stock by Store”里删掉，或者不导入这一列',
  ],
  'import.rows': ['a product has at most {most} rows and 16 MB', '一个商品最多 {most} 行、16 MB'],
  'import.apart': [
    'its handle already appears further up: rows of one product must stand together',
    '同一个商品的几行必须连在一起，前面已经出现过',
  ],
  'import.sku_taken': ['its SKU {value} belongs to the product {product}', '货号 {value} 属于商品 {product}'],
  'import.csv_long': [
    'it is longer than 2 MB, most likely because a quotation mark is never closed: nothing after it can be read',
    '这一行超过 2 MB，多半是有一个引号没有结尾，后面的内容读不出来',
  ],
  'import.csv_open': [
    'a quotation mark is opened here and never closed: nothing after it can be read',
    '这里有一个引号没有结尾，后面的内容读不出来',
  ],
  'import.csv_quote': ['a quotation mark stands where none is allowed', '引号的位置不对'],
  'import.csv': ['it cannot be read as CSV', '这一行不符合 CSV 格式'],
  'import.picture_file': [
    '“{name}” is a file name. Add a zip that contains this picture.',
    '“{name}”是文件名。请添加装有这张图片的 zip 压缩包。',
  ],
  'import.zip_missing': ['The zip has no picture “{name}”.', '压缩包里没有图片“{name}”。'],
  'import.zip_same': [
    'The zip has several pictures “{name}”. Write the folder too, such as “drinks/{name}”.',
    '压缩包里有多张“{name}”。请连文件夹一起写，例如“drinks/{name}”。',
  ],
  'import.zip_type': [
    '“{name}” is no picture that can be read. Use JPEG, PNG or WebP.',
    '“{name}”不是可以读取的图片。请用 JPEG、PNG 或 WebP。',
  ],
  'import.zip_big': ['“{name}” is larger than {mb} MB.', '“{name}”超过 {mb} MB。'],
  'import.picture': ['The picture {address} could not be fetched: {reason}.', '图片 {address} 没有取到：{reason}'],
  'import.empty': ['The file is empty.', '文件是空的。'],
  'import.column_missing': [
    'Line 1: the column {list} is missing. Nothing was imported.',
    '第 1 行缺少这一列：{list}。没有导入任何内容。',
  ],
  'import.columns_missing': [
    'Line 1: the columns {list} are missing. Nothing was imported.',
    '第 1 行缺少这些列：{list}。没有导入任何内容。',
  ],
  'import.column_twice': [
    'Line 1: the column “{column}” appears twice. Nothing was imported.',
    '第 1 行有两列都是“{column}”。没有导入任何内容。',
  ],
  'import.encoding': [
    'The file is neither UTF-8, UTF-16 nor GB18030. Save it as “CSV UTF-8” or as .xlsx, then upload it again.',
    '文件编码不是 UTF-8、UTF-16 或 GB18030。请另存为“CSV UTF-8”或 .xlsx 再上传。',
  ],
  'import.sheet': [
    'The workbook could not be read. Save it as .xlsx or as “CSV UTF-8”, then upload it again.',
    '这个表格打不开。请另存为 .xlsx 或“CSV UTF-8”再上传。',
  ],
  'import.sheet_large': [
    'The workbook is too large when unpacked: at most {mb} MB. Save it as “CSV UTF-8”, or divide it.',
    '表格解开后太大，最多 {mb} MB。请另存为“CSV UTF-8”，或分成几个文件。',
  ],
  'import.rows_many': [
    'The file has more than {most} rows. Divide it into several files.',
    '文件超过 {most} 行，请分成几个文件。',
  ],
  'import.busy': [
    'Another import is under way. Wait until it has ended, then start again. If it was interrupted, wait 20 seconds.',
    '另一个导入还在进行，请等它结束再开始。如果它已经中断，等 20 秒再试。',
  ],
  'import.interrupted': [
    'The server restarted in the meantime. What was written stays; start again, and it goes on from there.',
    '期间服务器重启过。已写入的内容保留，重新开始即可接着导入。',
  ],
  'import.broken': ['Something broke on our side. Please start again.', '我们这边出了点问题，请重新开始。'],
} as const satisfies Record<string, Row>
export type ImportReason = keyof typeof importReasons
export type ReasonValues = Record<string, string | number>
