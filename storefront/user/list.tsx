import { Form, redirect, useNavigation } from 'react-router'
import type { Client } from '#contract/client.ts'
import { formatPhone } from '#contract/format.ts'
import { AccountsClosed } from '#storefront/account/accounts-closed.tsx'
import { inBrowser, onServer } from '#storefront/data.ts'
import { pageMeta } from '#storefront/shell/head.ts'
import { languageNames } from '#storefront/shell/preferences-dialog.tsx'
import { useShop } from '#storefront/shop.ts'
import type { Route } from './+types/list'

export const meta = (args: Route.MetaArgs) =>
  pageMeta(args, ({ t }) => ({ title: t('account.title'), isPrivate: true }))

/** Only for members: others are asked to sign in first. */
const load = async (api: Client) => {
  const { user, userID } = await api.shell.appInfo()
  if (!user || !userID) throw redirect('/account/login?next=%2Fuser%2Flist')
  return { user }
}
export const loader = onServer(load)
export const clientLoader = inBrowser(load)

const work = async (api: Client) => {
  await api.account.signOut()
  throw redirect('/home', 303)
}
export const action = onServer(work)
export const clientAction = inBrowser(work)

/** My account: who is signed in, and the way out. */
export default function Account({ loaderData: { user } }: Route.ComponentProps) {
  const { app, t } = useShop()
  const { state, formAction } = useNavigation()
  if (!app.system.appConfig.enableUserAccounts) return <AccountsClosed />
  const isBusy = state !== 'idle' && Boolean(formAction)
  return (
    <div className="wrap account-page">
      <h1>{t('account.title')}</h1>
      <p className="account-text">{t('account.greeting', { name: user.name })}</p>
      <section aria-labelledby="account-details">
        <h2 id="account-details">{t('account.details')}</h2>
        <dl className="details">
          <dt>{t('account.name')}</dt>
          <dd>{user.name}</dd>
          <dt>{t('account.email')}</dt>
          <dd>{user.email}</dd>
          <dt>{t('account.phone')}</dt>
          <dd>{user.phone ? formatPhone(user.phone) : t('account.no_phone')}</dd>
          <dt>{t('account.member_language')}</dt>
          <dd>{languageNames[user.locale]}</dd>
        </dl>
      </section>
      <Form method="post">
        <button type="submit" className="button button-quiet" disabled={isBusy}>
          {isBusy ? t('account.signing_out') : t('account.sign_out')}
        </button>
      </Form>
    </div>
  )
}
