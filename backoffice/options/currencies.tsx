import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { ErrorItem } from '#contract/errors.ts'
import { toLang } from '#contract/languages.ts'
import type { ShopDetail } from '#contract/office/shop.ts'
import { Field } from '#ui/field.tsx'
import { Select } from '#ui/select.tsx'
import { Card } from '../frame/page.tsx'
import { useOptionTexts } from './texts.ts'

const commonCurrencies = ['USD', 'CNY', 'HKD', 'TWD', 'CAD', 'EUR', 'GBP', 'JPY', 'KRW']
const otherCurrencies = Intl.supportedValuesOf('currency').filter((code) => !commonCurrencies.includes(code))

interface CurrenciesProps {
  settings: ShopDetail
  errors: ErrorItem[] | undefined
}

/**
 * The shop's currency, and the display currencies with their rates. Currencies can be added and removed before saving.
 */
export function Currencies({ settings, errors }: CurrenciesProps) {
  const { t } = useOptionTexts()
  const { defaultCurrency, currencies } = settings
  const [base, setBase] = useState(defaultCurrency.currencyCode)
  const [codes, setCodes] = useState(currencies.map(({ currencyCode }) => currencyCode))
  const [chosen, setChosen] = useState('')
  const box = useRef<HTMLDivElement>(null)

  /** Changes the list, then moves the focus, because the focused element may have been removed. */
  function change(next: string[], focusedName: string) {
    flushSync(() => {
      setCodes(next)
      setChosen('')
    })
    box.current?.querySelector<HTMLElement>(`[name="${focusedName}"]`)?.focus()
  }

  function add() {
    if (chosen) change([...codes, chosen], rateField(chosen))
  }

  function remove(code: string) {
    const others = codes.filter((other) => other !== code)
    change(others, newCurrencyField)
  }

  const isBaseStored = base === defaultCurrency.currencyCode
  const storedRateOf = (code: string) => currencies.find(({ currencyCode }) => currencyCode === code)?.rate
  return (
    <Card title={t('options.currencies')}>
      <div className="stack" ref={box}>
        <div className="pair">
          <OwnCurrency base={base} setBase={setBase} codes={codes} hasPrices={settings.hasPrices} errors={errors} />
          <CurrencyName stored={defaultCurrency} errors={errors} />
        </div>
        <p className="soft">{t('options.currencies_hint', { currency: base })}</p>
        {codes.length === 0 && <p>{t('options.no_currencies', { currency: base })}</p>}
        {codes.map((code, index) => (
          <DisplayCurrency
            key={`${base} ${code}`}
            code={code}
            base={base}
            storedRate={isBaseStored ? storedRateOf(code) : ''}
            error={errors?.find(({ field }) => field?.startsWith(`currencies.${index}.`))?.message}
            onRemove={() => remove(code)}
          />
        ))}
        <NewCurrency chosen={chosen} setChosen={setChosen} usedCodes={[base, ...codes]} onAdd={add} />
      </div>
    </Card>
  )
}

const newCurrencyField = 'new_currency'
const rateField = (code: string) => `rate_${code}`

interface OwnCurrencyProps {
  base: string
  setBase: (code: string) => void
  /** The display currencies. */
  codes: string[]
  /** Whether the shop has prices. Staff cannot change the currency of a shop with prices. */
  hasPrices: boolean
  errors: ErrorItem[] | undefined
}

function OwnCurrency({ base, setBase, codes, hasPrices, errors }: OwnCurrencyProps) {
  const { t } = useOptionTexts()
  const nameOf = useCurrencyName()
  const groups = useCurrencyGroups(codes)
  if (hasPrices) {
    return (
      <p>
        {t('options.own_currency')}: <strong>{nameOf(base)}</strong> ({base}). {t('options.own_currency_stays')}
        <input type="hidden" name="defaultCurrency" value={base} />
      </p>
    )
  }
  return (
    <Select
      name="defaultCurrency"
      label={t('options.own_currency')}
      hint={t('options.own_currency_hint')}
      value={base}
      onChange={({ target }) => setBase(target.value)}
      groups={groups}
      errors={errors}
      errorName="defaultCurrency.currencyCode"
    />
  )
}

interface CurrencyNameProps {
  stored: ShopDetail['defaultCurrency']
  errors: ErrorItem[] | undefined
}

/** The field for the name that shoppers see for the shop's currency. Empty if shoppers see the currency's code. */
function CurrencyName({ stored: { currencyCode, currencyType }, errors }: CurrencyNameProps) {
  const { t } = useOptionTexts()
  return (
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
  )
}

interface DisplayCurrencyProps {
  code: string
  base: string
  storedRate: string | undefined
  error: string | undefined
  onRemove: () => void
}

/** The rate of a display currency, and the button that removes this currency. */
function DisplayCurrency({ code, base, storedRate, error, onRemove }: DisplayCurrencyProps) {
  const { t } = useOptionTexts()
  const nameOf = useCurrencyName()
  return (
    <div className="search-row currency">
      <input type="hidden" name="currency" value={code} />
      <Field
        name={rateField(code)}
        label={t('options.rate', { name: nameOf(code), base, currency: code })}
        defaultValue={storedRate}
        inputMode="decimal"
        maxLength={22}
        autoComplete="off"
        error={error}
      />
      <button
        type="button"
        className="button button-quiet"
        aria-label={t('options.remove_currency', { currency: code })}
        onClick={onRemove}
      >
        {t('options.remove')}
      </button>
    </div>
  )
}

interface NewCurrencyProps {
  chosen: string
  setChosen: (code: string) => void
  /** The currencies that cannot be added. */
  usedCodes: string[]
  onAdd: () => void
}

function NewCurrency({ chosen, setChosen, usedCodes, onAdd }: NewCurrencyProps) {
  const { t } = useOptionTexts()
  const groups = useCurrencyGroups(usedCodes)
  return (
    <div className="search-row">
      <Select
        name={newCurrencyField}
        label={t('options.add_currency')}
        placeholder={t('options.choose_currency')}
        value={chosen}
        onChange={({ target }) => setChosen(target.value)}
        groups={groups}
      />
      <button type="button" className="button button-quiet" aria-disabled={chosen === ''} onClick={onAdd}>
        {t('options.add')}
      </button>
    </div>
  )
}

/** Returns a function that names a currency in the staff member's language. */
function useCurrencyName() {
  const { locale } = useOptionTexts()
  const names = new Intl.DisplayNames(toLang(locale), { type: 'currency' })
  return (code: string) => names.of(code) ?? code
}

/** The groups of options of a select field: common currencies, then all other currencies. Leaves out `usedCodes`. */
function useCurrencyGroups(usedCodes: string[]) {
  const { t } = useOptionTexts()
  const nameOf = useCurrencyName()
  const optionsOf = (codes: string[]) =>
    codes
      .filter((code) => !usedCodes.includes(code))
      .map((code) => ({ value: code, label: `${code} · ${nameOf(code)}` }))
  return [
    { label: t('options.usual'), options: optionsOf(commonCurrencies) },
    { label: t('options.others'), options: optionsOf(otherCurrencies) },
  ]
}
