import { Form, Link, redirect, useLoaderData } from 'react-router'
import { ErrorSummary } from '#ui/field.tsx'
import { Select } from '#ui/select.tsx'
import { SendButton } from '#ui/send-button.tsx'
import { addOnce } from '../core/add-once.ts'
import { api } from '../core/api.ts'
import { attempt, textOf } from '../core/attempt.ts'
import { useFormResult } from '../core/form-answer.ts'
import { hasRight, hasRightAt, useFrame } from '../core/me.ts'
import { TextPair, textPairOf } from '../forms/text-pair.tsx'
import { Card, Page } from '../frame/page.tsx'
import { useShopTexts } from './texts.ts'

/** Loads the stores. */
export const loader = () => api.staff.stores()

/** Adds a store and opens its settings. */
export async function action({ request }: { request: Request }) {
  const form = await request.formData()
  const copyOf = textOf(form, 'copyOf')
  const store = { name: textPairOf(form, 'name'), ...(copyOf !== '' && { copyOf }) }
  const { done, errors } = await attempt(addOnce('store', store, api.staff.addStore))
  if (done) throw redirect(`/shop/${done.location}`)
  return { errors }
}

/** `/office/shop`: the settings of the shop, and its stores. */
export function Component() {
  const { t, say } = useShopTexts()
  const { me } = useFrame()
  const { stores } = useLoaderData<typeof loader>()
  return (
    <Page title={t('office.shop')}>
      <Settings />
      <Card title={t('shop.stores')}>
        <ul className="rows">
          {stores.map(({ location, name, street, city, isShown }) => (
            <li key={location} className="row-item">
              <div>
                <strong>{say(name)}</strong>
                <p className="soft">{street ? `${street}, ${city}` : t('shop.no_street')}</p>
                {!isShown && <p className="state state-late">{t('shop.hidden')}</p>}
              </div>
              <Link
                className="button button-quiet"
                to={`/shop/${location}`}
                aria-label={`${t('office.change')}: ${say(name)}`}
              >
                {t('office.change')}
              </Link>
            </li>
          ))}
        </ul>
        {hasRightAt(me, 'shop.write', null) && <NewStore />}
      </Card>
    </Page>
  )
}

function NewStore() {
  const { t, say } = useShopTexts()
  const { stores } = useLoaderData<typeof loader>()
  const result = useFormResult<typeof action>()
  const errors = result?.errors
  return (
    <details open={errors !== undefined || undefined}>
      <summary>{t('shop.add_store')}</summary>
      <Form method="post" className="stack">
        <ErrorSummary
          errors={errors}
          result={result}
          title={t('office.check_form')}
          labels={{ name: t('store.names') }}
        />
        <p className="soft">{t('shop.add_store_hint')}</p>
        <div className="pair">
          <TextPair name="name" label={(locale) => t(`store.name_${locale}`)} maxLength={80} errors={errors} />
        </div>
        <Select
          name="copyOf"
          label={t('shop.copy_of')}
          defaultValue={stores[0]?.location}
          options={[
            ...stores.map(({ location, name }) => ({ value: location, label: say(name) })),
            { value: '', label: t('shop.copy_none') },
          ]}
        />
        <div className="row">
          <SendButton intent="add">{t('shop.add_store')}</SendButton>
        </div>
      </Form>
    </details>
  )
}

/** Links to the settings of the whole shop. */
function Settings() {
  const { t } = useShopTexts()
  const { me } = useFrame()
  const links = [
    { to: '/look', title: t('shop.look'), hint: t('shop.look_hint'), isShown: hasRightAt(me, 'shop.write', null) },
    {
      to: '/options',
      title: t('shop.options'),
      hint: t('shop.options_hint'),
      isShown: hasRightAt(me, 'shop.write', null),
    },
    { to: '/menus', title: t('shop.menus'), hint: t('shop.menus_hint'), isShown: hasRightAt(me, 'shop.write', null) },
    {
      to: '/texts',
      title: t('office.texts'),
      hint: t('shop.texts_hint'),
      isShown: hasRightAt(me, 'content.write', null),
    },
    {
      to: '/import',
      title: t('shop.import'),
      hint: t('shop.import_hint'),
      isShown: hasRightAt(me, 'catalogue.import', null),
    },
    { to: '/books', title: t('office.books'), hint: t('shop.books_hint'), isShown: hasRight(me, 'money.see') },
    {
      to: '/payment',
      title: t('shop.payment'),
      hint: t('shop.payment_hint'),
      isShown: hasRightAt(me, 'payment.setup', null),
    },
    { to: '/taxes', title: t('shop.taxes'), hint: t('shop.taxes_hint'), isShown: hasRightAt(me, 'tax.write', null) },
  ].filter(({ isShown }) => isShown)
  if (links.length === 0) return null
  return (
    <Card title={t('shop.settings')}>
      <ul className="rows">
        {links.map(({ to, title, hint }) => (
          <li key={to} className="row-item">
            <div>
              <Link to={to}>{title}</Link>
              <p className="soft">{hint}</p>
            </div>
          </li>
        ))}
      </ul>
    </Card>
  )
}
