import { useRef } from 'react'
import type { ErrorItem } from '#contract/errors.ts'
import type { Locale } from '#contract/languages.ts'
import { isWritten, languages, locales, toLang } from '#contract/languages.ts'
import type { WordingText } from '#contract/office/content.ts'
import { SendButton } from '#ui/send-button.tsx'
import { TextArea } from '#ui/text-area.tsx'
import type { FormResult } from '../core/attempt.ts'
import { EditForm } from '../forms/edit-form.tsx'
import { useWordingTexts } from './texts.ts'

/** The form for one text, with both languages side by side. */
export function WordingForm({ wording, result }: { wording: WordingText; result: FormResult | undefined }) {
  const { t } = useWordingTexts()
  const labels = Object.fromEntries(locales.map((locale) => [`own.${locale}`, t('wording.in', nameOf(locale))]))
  return (
    <EditForm stored={wording} result={result} labels={labels}>
      {(wording, errors) => (
        <>
          <div className="pair pair-wide">
            {locales.map((locale) => (
              <WordingField key={locale} wording={wording} locale={locale} errors={errors} />
            ))}
          </div>
          <p className="soft">{isWritten(wording.builtIn) ? t('wording.empty') : t('wording.terms_hint')}</p>
          {wording.placeholders.length > 0 && <p className="soft">{t('wording.filled_in')}</p>}
          {isWritten(wording.own) && isWritten(wording.builtIn) && (
            <div className="row">
              <SendButton intent="back" className="button-quiet">
                {t('wording.back')}
              </SendButton>
            </div>
          )}
        </>
      )}
    </EditForm>
  )
}

const nameOf = (locale: Locale) => ({ language: languages[locale].name })

interface WordingFieldProps {
  wording: WordingText
  locale: Locale
  errors: ErrorItem[] | undefined
}

/** The text in one language, with buttons that insert placeholders. */
function WordingField({ wording: { builtIn, own, placeholders, languages: used }, locale, errors }: WordingFieldProps) {
  const { t } = useWordingTexts()
  const box = useRef<HTMLDivElement>(null)
  if (!used.includes(locale)) return <p className="soft">{t('wording.not_used', nameOf(locale))}</p>
  const text = own[locale] || builtIn[locale]

  /** Inserts a placeholder at the cursor. Sends an `input` event, so that the form notices the change. */
  function insert(name: string) {
    const field = box.current?.querySelector('textarea')
    if (!field) return
    field.setRangeText(name, field.selectionStart, field.selectionEnd, 'end')
    field.dispatchEvent(new Event('input', { bubbles: true }))
    field.focus()
  }

  return (
    <div className="stack" ref={box}>
      <TextArea
        name={locale}
        label={t('wording.in', nameOf(locale))}
        lang={toLang(locale)}
        hint={own[locale] && builtIn[locale] ? t('wording.built_in', { words: builtIn[locale] }) : undefined}
        defaultValue={text}
        maxLength={600}
        rows={Math.min(8, 2 + Math.floor(text.length / 60))}
        errors={errors}
        errorName={`own.${locale}`}
      />
      {placeholders.length > 0 && (
        <div className="fill-ins">
          {placeholders.map((name) => (
            <button key={name} type="button" onClick={() => insert(name)} aria-label={t('wording.insert', { name })}>
              {name}
            </button>
          ))}
        </div>
      )}
    </div>
  )
}
