import type { ReactNode } from 'react'
import { useEffect, useRef } from 'react'
import { Form } from 'react-router'
import type { Locale, Text } from '#contract/languages.ts'
import { localesFrom, toLang } from '#contract/languages.ts'
import { Done } from '#ui/done.tsx'
import { ErrorSummary, Field } from '#ui/field.tsx'
import { SendButton } from '#ui/send-button.tsx'
import type { Attempt } from '../core/attempt.ts'
import { useTexts } from '../core/texts.tsx'
import { Card } from '../frame/page.tsx'
import { fieldIn } from './text-pair.tsx'

/** The result of an `AddForm`: the id and the name of what was added. */
export type Added = Attempt<{ id: string; name: Text }>

interface AddFormProps {
  title: string
  label: string
  labelIn: (locale: Locale) => string
  button: string
  /** Returns the message that the page shows after an addition. */
  added: (name: string) => string
  maxLength: number
  result: Added | undefined
  children?: ReactNode
}

/**
 * A form that adds records such as tags by their names, one after another. The form empties itself after each addition.
 */
export function AddForm({ title, label, labelIn, button, added, maxLength, result, children }: AddFormProps) {
  const { t, say, locale: userLocale } = useTexts()
  const form = useRef<HTMLFormElement>(null)
  const done = result?.done
  useEffect(() => {
    if (!done) return
    form.current?.reset()
    form.current?.querySelector('input')?.focus()
  }, [done])
  const errors = result?.errors
  return (
    <Card title={title}>
      <Form method="post" className="stack" ref={form}>
        <ErrorSummary errors={errors} title={t('office.check_form')} labels={{ name: label }} />
        <div className="pair">
          {localesFrom(userLocale).map((locale) => (
            <Field
              key={locale}
              name={fieldIn('name', locale)}
              label={labelIn(locale)}
              lang={toLang(locale)}
              isOptional={locale !== userLocale}
              required={false}
              maxLength={maxLength}
              data-shortcut={locale === userLocale ? 'n' : undefined}
              error={locale === userLocale ? errors?.find(({ field }) => field === 'name')?.message : undefined}
            />
          ))}
          {children}
        </div>
        <div className="row">
          <SendButton intent="add">{button}</SendButton>
          {done && <Done>{added(say(done.name))}</Done>}
        </div>
      </Form>
    </Card>
  )
}
