import { expect, test } from 'vitest'
import { languages, locales } from '#contract/languages.ts'
import { importColumnNames } from '#contract/messages/office-import.ts'
import { columns } from './columns.ts'

test('each column has a name in both languages', () => {
  const endings = locales.map((locale) => ` (${languages[locale].name})`)
  const plain = columns.filter((column) => !endings.some((ending) => column.endsWith(ending)))
  expect(plain.filter((column) => !importColumnNames[column])).toEqual([])
})
