import { languages, locales, toLang } from '#contract/languages.ts'
import { useTexts } from '../core/texts.tsx'

/** Buttons that switch the language, for pages that are shown before the sign-in. */
export function LanguageSwitch() {
  const { t, locale, setLocale } = useTexts()
  return (
    <fieldset className="languages" aria-label={t('office.language')}>
      {locales.map((each) => (
        <button
          key={each}
          type="button"
          lang={toLang(each)}
          aria-pressed={each === locale}
          onClick={() => setLocale(each)}
        >
          {languages[each].name}
        </button>
      ))}
    </fieldset>
  )
}
