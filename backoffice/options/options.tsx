import { Link, useLoaderData } from 'react-router'
import type { ErrorItem } from '#contract/errors.ts'
import { languages, locales, toLang } from '#contract/languages.ts'
import type { ShopDetail } from '#contract/office/shop.ts'
import { Check } from '#ui/check.tsx'
import { Field } from '#ui/field.tsx'
import { api } from '../core/api.ts'
import { textOf } from '../core/attempt.ts'
import { useFormResult } from '../core/form-answer.ts'
import { writeShopPart } from '../core/shop-part.ts'
import { VersionedForm } from '../forms/versioned-form.tsx'
import { Card, Page } from '../frame/page.tsx'
import { Currencies } from './currencies.tsx'
import { useOptionTexts } from './texts.ts'

const switches = ['enableUserAccounts', 'enableCheckout', 'enableMultiLocationSelection', 'showSoldCounts'] as const
const paymentMarks = [
  'supportVisa',
  'supportMasterCard',
  'supportAmex',
  'supportPayPal',
  'supportWeChatPay',
  'supportAliPay',
  'supportUnionPay',
  'supportInterac',
  'supportApplePay',
  'supportGooglePay',
] as const
const networks = ['facebook', 'twitter', 'youTube', 'linkedin', 'pinterest'] as const

/** Loads the settings of the shop. */
export const loader = () => api.staff.shopSettings()

/** Saves languages, switches, currencies, payment icons and social links. */
export async function action({ request }: { request: Request }) {
  const form = await request.formData()
  const page = (name: string) => ({ pageURL: textOf(form, name) })
  return writeShopPart(form, partOf, {
    options: {
      supportedLanguages: locales.filter((locale) => form.has(`language_${locale}`)),
      enableUserAccounts: form.has('enableUserAccounts'),
      enableCheckout: form.has('enableCheckout'),
      enableMultiLocationSelection: form.has('enableMultiLocationSelection'),
      showSoldCounts: form.has('showSoldCounts'),
      enableWeChatMiniProgramPromotion: form.has('enableWeChatMiniProgramPromotion'),
      weChatMiniProgramPromotionURL: textOf(form, 'weChatMiniProgramPromotionURL'),
    },
    payment: {
      supportVisa: form.has('supportVisa'),
      supportMasterCard: form.has('supportMasterCard'),
      supportAmex: form.has('supportAmex'),
      supportPayPal: form.has('supportPayPal'),
      supportWeChatPay: form.has('supportWeChatPay'),
      supportAliPay: form.has('supportAliPay'),
      supportUnionPay: form.has('supportUnionPay'),
      supportInterac: form.has('supportInterac'),
      supportApplePay: form.has('supportApplePay'),
      supportGooglePay: form.has('supportGooglePay'),
    },
    social: {
      instagram: { ...page('instagram'), userName: textOf(form, 'instagramName') },
      facebook: page('facebook'),
      twitter: page('twitter'),
      youTube: page('youTube'),
      linkedin: page('linkedin'),
      pinterest: page('pinterest'),
    },
    defaultCurrency: {
      currencyCode: textOf(form, 'defaultCurrency'),
      currencyType: textOf(form, 'currencyType').trim() || textOf(form, 'defaultCurrency'),
    },
    currencies: form.getAll('currency').map((code) => ({
      currencyCode: String(code),
      rate: textOf(form, `rate_${code}`).trim(),
    })),
  })
}

/**
 * `/office/options`: languages, switches such as those for accounts and checkout, currencies, payment icons, links to
 * social networks, and the promotion of the mini-program.
 */
export function Component() {
  const { t } = useOptionTexts()
  const settings = useLoaderData<typeof loader>()
  const result = useFormResult<typeof action>()
  const errors = result?.errors?.map((error) => {
    if (error.field === 'options.supportedLanguages') return { ...error, message: t('options.no_language') }
    return error.field?.endsWith('.rate') ? { ...error, message: t('options.rate_wrong') } : error
  })
  return (
    <Page title={t('options.title')} action={<Link to="/shop">{t('office.shop')}</Link>}>
      <VersionedForm stored={settings} part={partOf} result={result && { ...result, errors }} labels={labelsOf(t)}>
        {(settings, errors) => (
          <>
            <Languages settings={settings} errors={errors} />
            <Orders settings={settings} errors={errors} />
            <Currencies settings={settings} errors={errors} />
            <Marks settings={settings} errors={errors} />
            <Social settings={settings} errors={errors} />
            <Promotion settings={settings} errors={errors} />
          </>
        )}
      </VersionedForm>
    </Page>
  )
}

const partOf = ({ options, payment, social, defaultCurrency, currencies }: ShopDetail) => [
  options,
  payment,
  social,
  defaultCurrency,
  currencies,
]

type Translate = ReturnType<typeof useOptionTexts>['t']

const labelsOf = (t: Translate) => ({
  'options.supportedLanguages': t('options.languages'),
  'options.weChatMiniProgramPromotionURL': t('options.promotion_address'),
  'social.instagram.userName': t('options.instagram_name'),
  ...Object.fromEntries(
    (['instagram', ...networks] as const).map((name) => [`social.${name}.pageURL`, t(`options.${name}`)]),
  ),
})

interface PartProps {
  settings: ShopDetail
  errors: ErrorItem[] | undefined
}

function Languages({ settings: { options }, errors }: PartProps) {
  const { t } = useOptionTexts()
  const error = errors?.find(({ field }) => field === 'options.supportedLanguages')?.message
  return (
    <Card title={t('options.languages')}>
      <p className="soft">{t('options.languages_hint')}</p>
      <div className="pair">
        {locales.map((locale) => (
          <Check
            key={locale}
            name={`language_${locale}`}
            label={languages[locale].name}
            labelLang={toLang(locale)}
            defaultChecked={options.supportedLanguages.includes(locale)}
          />
        ))}
      </div>
      {error && <p className="field-error">{error}</p>}
    </Card>
  )
}

function Orders({ settings: { options } }: PartProps) {
  const { t } = useOptionTexts()
  return (
    <Card title={t('options.orders')}>
      {switches.map((name) => (
        <Check
          key={name}
          name={name}
          label={t(`options.${name}`)}
          hint={t(`options.${name}_hint`)}
          defaultChecked={options[name]}
        />
      ))}
    </Card>
  )
}

function Marks({ settings: { payment } }: PartProps) {
  const { t } = useOptionTexts()
  return (
    <Card title={t('options.payment')}>
      <p className="soft">{t('options.payment_hint')}</p>
      <div className="pair">
        {paymentMarks.map((name) => (
          <Check key={name} name={name} label={t(`options.${name}`)} defaultChecked={payment[name]} />
        ))}
      </div>
    </Card>
  )
}

function Social({ settings: { social }, errors }: PartProps) {
  const { t } = useOptionTexts()
  const address = { type: 'url', isOptional: true, maxLength: 500, errors, autoComplete: 'off' } as const
  return (
    <Card title={t('options.social')}>
      <p className="soft">{t('options.social_hint')}</p>
      <div className="pair">
        <Field
          name="instagramName"
          label={t('options.instagram_name')}
          hint={t('options.instagram_name_hint')}
          defaultValue={social.instagram.userName}
          isOptional
          maxLength={80}
          autoCapitalize="none"
          errors={errors}
          errorName="social.instagram.userName"
        />
        <Field
          {...address}
          name="instagram"
          label={t('options.instagram')}
          hint={t('options.instagram_hint')}
          defaultValue={social.instagram.pageURL}
          errorName="social.instagram.pageURL"
        />
        {networks.map((name) => (
          <Field
            key={name}
            {...address}
            name={name}
            label={t(`options.${name}`)}
            defaultValue={social[name].pageURL}
            errorName={`social.${name}.pageURL`}
          />
        ))}
      </div>
    </Card>
  )
}

function Promotion({ settings: { options }, errors }: PartProps) {
  const { t } = useOptionTexts()
  return (
    <Card title={t('options.promotion')}>
      <Check
        name="enableWeChatMiniProgramPromotion"
        label={t('options.enableWeChatMiniProgramPromotion')}
        defaultChecked={options.enableWeChatMiniProgramPromotion}
      />
      <Field
        name="weChatMiniProgramPromotionURL"
        label={t('options.promotion_address')}
        hint={t('options.promotion_address_hint')}
        defaultValue={options.weChatMiniProgramPromotionURL}
        isOptional
        inputMode="url"
        maxLength={500}
        errors={errors}
        errorName="options.weChatMiniProgramPromotionURL"
      />
    </Card>
  )
}
