import { languages, toLang } from '#contract/languages.ts'
import { useShellData } from '#storefront/core/shell-data.ts'
import { hasCurrencies, hasLanguages } from '#storefront/core/shell-rules.ts'
import { useShop } from '#storefront/core/shop.ts'
import { Dialog } from '#ui/dialog.tsx'
import { Select } from '#ui/select.tsx'
import { preferencesDialog } from './dialog-names.ts'
import { PreferenceForm } from './preference-form.tsx'

/** Language and currency (specification, section 2). Each select appears only if there is a choice. */
export function PreferencesDialog() {
  const { app, t } = useShop()
  if (!hasLanguages(app) && !hasCurrencies(app)) return null
  return (
    <Dialog id={preferencesDialog} title={t('shell.language_and_currency')}>
      <PreferenceForm className="stack" closes={preferencesDialog}>
        {hasLanguages(app) && <LanguageField />}
        {hasCurrencies(app) && <CurrencyField />}
        <button type="submit" className="button button-wide">
          {t('shell.apply')}
        </button>
      </PreferenceForm>
    </Dialog>
  )
}

function LanguageField() {
  const { app, locale, t } = useShop()
  return (
    <Select
      name="locale"
      label={t('shell.language')}
      key={locale}
      defaultValue={locale}
      options={app.system.appConfig.supportedLanguages.map((language) => ({
        value: language,
        label: languages[language].name,
        lang: toLang(language),
      }))}
    />
  )
}

function CurrencyField() {
  const { app, t } = useShop()
  const { chosenCurrency } = useShellData()
  const { defaultCurrency, exchangeCurrencies } = app.system.payment
  const { currencyCode, currencyType } = defaultCurrency
  const others = exchangeCurrencies.filter((other) => other.currencyCode !== currencyCode)
  const chosen = chosenCurrency?.code ?? currencyCode
  return (
    <Select
      name="currency"
      label={t('shell.currency')}
      hint={t('shell.currency_note', { currency: currencyCode })}
      key={chosen}
      defaultValue={chosen}
      options={[
        {
          value: currencyCode,
          label: currencyType && currencyType !== currencyCode ? `${currencyCode} (${currencyType})` : currencyCode,
        },
        ...others.map((other) => ({ value: other.currencyCode, label: other.currencyCode })),
      ]}
    />
  )
}
