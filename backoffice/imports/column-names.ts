import { columns, languages, locales } from '#contract/languages.ts'
import { importColumnNames } from '#contract/messages/office-import.ts'
import { useImportTexts } from './texts.ts'

/** Returns a function that names a column of the shop in the language of the page. */
export function useColumnNames(): (target: string) => string {
  const { locale } = useImportTexts()
  return (target) => {
    const language = locales.find((one) => target.endsWith(` (${languages[one].name})`))
    const base = language ? target.slice(0, -languages[language].name.length - 3) : target
    const row = importColumnNames[base]
    const name = row ? row[columns[locale]] : base
    return language ? `${name} (${languages[language].name})` : name
  }
}
