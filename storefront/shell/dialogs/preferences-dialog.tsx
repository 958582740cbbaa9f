import { useId } from 'react'
import { languages, toLang } from '#contract/languages.ts'
import { useShellData } from '#storefront/core/shell-data.ts'
import { hasCurrencies, hasLanguages } from '#storefront/core/shell-rules.ts'
import { useShop } from '#storefront/core/shop.ts'
import { Dialog } from '#ui/dialog.tsx'
import { preferencesDialog } from './dialog-names.ts'
import { PreferenceForm } from './preference-form.tsx'

/** Language and currency (specification, section 2): each select only where there is a choice. */
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
  const id = useId()
  return (
    <div className="field">
      <label htmlFor={id}>{t('shell.language')}</label>
      <select id={id} name="locale" defaultValue={locale} key={locale}>
        {app.system.appConfig.supportedLanguages.map((language) => (
          <option key={language} value={language} lang={toLang(language)}>
            {languages[language].name}
          </option>
        ))}
      </select>
    </div>
  )
}

function CurrencyField() {
  const { app, t } = useShop()
  const { chosenCurrency } = useShellData()
  const { defaultCurrency, exchangeCurrencies } = app.system.payment
  const { currencyCode, currencyType } = defaultCurrency
  const id = useId()
  const chosen = chosenCurrency?.code ?? currencyCode
  return (
    <div className="field">
      <label htmlFor={id}>{t('shell.currency')}</label>
      <select id={id} name="currency" defaultValue={chosen} key={chosen} aria-describedby={`${id}-note`}>
        <option value={currencyCode}>
          {currencyType && currencyType !== currencyCode ? `${currencyCode} (${currencyType})` : currencyCode}
        </option>
        {exchangeCurrencies
          .filter((other) => other.currencyCode !== currencyCode)
          .map((other) => (
            <option key={other.currencyCode} value={other.currencyCode}>
              {other.currencyCode}
            </option>
          ))}
      </select>
      <p className="field-hint" id={`${id}-note`}>
        {t('shell.currency_note', { currency: currencyCode })}
      </p>
    </div>
  )
}
