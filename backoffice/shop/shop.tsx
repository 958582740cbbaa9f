import { Form, Link, useActionData, useLoaderData } from 'react-router'
import { Done } from '#ui/done.tsx'
import { ErrorSummary, Field } from '#ui/field.tsx'
import { SendButton } from '#ui/send-button.tsx'
import { api } from '../core/api.ts'
import { attempt, textOf } from '../core/attempt.ts'
import { hasRight, useFrame } from '../core/me.ts'
import { Card, Page } from '../frame/page.tsx'
import { useShopTexts } from './texts.ts'

/** Loads the stores, and the settings of the shop for those who may write them. */
export async function loader() {
  const [{ me }, { stores }] = await Promise.all([api.people.status(), api.staff.stores()])
  return { stores, settings: me && hasRight(me, 'shop.write') ? await api.staff.shopSettings() : null }
}

/** Writes the name and the colour of the shop. */
export async function action({ request }: { request: Request }) {
  const form = await request.formData()
  const version = Number(textOf(form, 'version'))
  return attempt(api.staff.writeShop({ version, name: textOf(form, 'name'), colour: textOf(form, 'colour') }))
}

/** `/office/shop`: the shop's name and colour, and its stores. */
export function Component() {
  const { t, say } = useShopTexts()
  const { stores, settings } = useLoaderData<typeof loader>()
  return (
    <Page title={t('office.shop')}>
      {settings && <Settings />}
      {settings && <Identity key={settings.version} settings={settings} />}
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
      </Card>
    </Page>
  )
}

/** Links to the settings of the whole shop. */
function Settings() {
  const { t } = useShopTexts()
  const { me } = useFrame()
  const links = [
    { to: '/payment', title: t('shop.payment'), hint: t('shop.payment_hint'), isShown: hasRight(me, 'payment.setup') },
    { to: '/taxes', title: t('shop.taxes'), hint: t('shop.taxes_hint'), isShown: hasRight(me, 'tax.write') },
  ]
  return (
    <Card title={t('shop.settings')}>
      <ul className="rows">
        {links
          .filter(({ isShown }) => isShown)
          .map(({ to, title, hint }) => (
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

function Identity({ settings }: { settings: NonNullable<Awaited<ReturnType<typeof loader>>['settings']> }) {
  const { t } = useShopTexts()
  const result = useActionData<typeof action>()
  const errors = result?.errors
  return (
    <Card title={t('shop.identity')}>
      <Form method="post" className="stack">
        {result?.done && <Done>{t('office.saved')}</Done>}
        <ErrorSummary errors={errors} title={t('office.check_form')} labels={{ name: t('shop.name') }} />
        <input type="hidden" name="version" value={settings.version} />
        <Field
          name="name"
          label={t('shop.name')}
          hint={t('shop.name_hint')}
          defaultValue={settings.name}
          maxLength={80}
          errors={errors}
        />
        <Field
          name="colour"
          type="color"
          label={t('shop.colour')}
          hint={t('shop.colour_hint')}
          defaultValue={settings.colour}
        />
        <SendButton intent="save">{t('office.save')}</SendButton>
      </Form>
    </Card>
  )
}
