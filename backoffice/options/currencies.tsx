import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { ErrorItem } from '#contract/errors.ts'
import { toLang } from '#contract/languages.ts'
import type { ShopDetail } from '#contract/office/shop.ts'
import { Field } from '#ui/field.tsx'
import { Select } from '#ui/select.tsx'
import { Card } from '../frame/page.tsx'
import { useOptionTexts } from './texts.ts'

const usual = ['USD', 'CNY', 'HKD', 'TWD', 'CAD', 'EUR', 'GBP', 'JPY', 'KRW']

interface CurrenciesProps {
  settings: ShopDetail
  errors: ErrorItem[] | undefined
}

/**
 * The shop's currency, and the display currencies with their rates. Currencies can be added and removed before saving.
 */
export function Currencies({ settings: { defaultCurrency, hasPrices, currencies }, errors }: CurrenciesProps) {
  const { t, locale } = useOptionTexts()
  const { currencyCode, currencyType } = defaultCurrency
  const [base, setBase] = useState(currencyCode)
  const [codes, setCodes] = useState(currencies.map(({ currencyCode }) => currencyCode))
  const [chosen, setChosen] = useState('')
  const box = useRef<HTMLDivElement>(null)
  const names = new Intl.DisplayNames(toLang(locale), { type: 'currency' })
  const nameOf = (code: string) => names.of(code) ?? code
  const isFree = (code: string) => code !== base && !codes.includes(code)
  const toOption = (code: string) => ({ value: code, label: `${code} · ${nameOf(code)}` })
  /** Changes the list, then moves the focus, because the focused element may have been removed. */
  const change = (next: string[], focusedName: string) => {
    flushSync(() => {
      setCodes(next)
      setChosen('')
    })
    box.current?.querySelector<HTMLElement>(`[name="${focusedName}"]`)?.focus()
  }
  const groupsOf = (isOffered: (code: string) => boolean) => [
    { label: t('options.usual'), options: usual.filter(isOffered).map(toOption) },
    { label: t('options.others'), options: others.filter(isOffered).map(toOption) },
  ]
  return (
    <Card title={t('options.currencies')}>
      <div className="stack" ref={box}>
        <div className="pair">
          {hasPrices ? (
            <p>
              {t('options.own_currency')}: <strong>{nameOf(base)}</strong> ({base}). {t('options.own_currency_stays')}
              <input type="hidden" name="defaultCurrency" value={base} />
            </p>
          ) : (
            <Select
              name="defaultCurrency"
              label={t('options.own_currency')}
              hint={t('options.own_currency_hint')}
              value={base}
              onChange={({ target }) => setBase(target.value)}
              groups={groupsOf((code) => !codes.includes(code))}
              errors={errors}
              errorName="defaultCurrency.currencyCode"
            />
          )}
          <Field
            name="currencyType"
            label={t('options.currency_name')}
            hint={t('options.currency_name_hint')}
            defaultValue={currencyType === currencyCode ? '' : currencyType}
            isOptional
            maxLength={40}
            errors={errors}
            errorName="defaultCurrency.currencyType"
          />
        </div>
        <p className="soft">{t('options.currencies_hint', { currency: base })}</p>
        {codes.length === 0 && <p>{t('options.no_currencies', { currency: base })}</p>}
        {codes.map((code, index) => (
          <div key={`${base} ${code}`} className="search-row currency">
            <input type="hidden" name="currency" value={code} />
            <Field
              name={`rate_${code}`}
              label={t('options.rate', { name: nameOf(code), base, currency: code })}
              defaultValue={base === currencyCode ? currencies.find((other) => other.currencyCode === code)?.rate : ''}
              inputMode="decimal"
              maxLength={22}
              autoComplete="off"
              error={errors?.find(({ field }) => field?.startsWith(`currencies.${index}.`))?.message}
            />
            <button
              type="button"
              className="button button-quiet"
              aria-label={t('options.remove_currency', { currency: code })}
              onClick={() =>
                change(
                  codes.filter((other) => other !== code),
                  'new_currency',
                )
              }
            >
              {t('options.remove')}
            </button>
          </div>
        ))}
        <div className="search-row">
          <Select
            name="new_currency"
            label={t('options.add_currency')}
            placeholder={t('options.choose_currency')}
            value={chosen}
            onChange={({ target }) => setChosen(target.value)}
            groups={groupsOf(isFree)}
          />
          <button
            type="button"
            className="button button-quiet"
            aria-disabled={chosen === ''}
            onClick={() => chosen && change([...codes, chosen], `rate_${chosen}`)}
          >
            {t('options.add')}
          </button>
        </div>
      </div>
    </Card>
  )
}

const others = Intl.supportedValuesOf('currency').filter((code) => !usual.includes(code))
