import { Form, Link, redirectDocument, useNavigation } from 'react-router'
import type { Client } from '#contract/client.ts'
import { AccountsClosed } from '#storefront/account/accounts-closed.tsx'
import type { Page } from '#storefront/core/data.ts'
import { inBrowser, onServer } from '#storefront/core/data.ts'
import { currentMember } from '#storefront/core/member.ts'
import { prefetch } from '#storefront/core/scripts/prefetch.ts'
import { useShop } from '#storefront/core/shop.ts'
import { pageMeta } from '#storefront/parts/head/head.ts'
import { MergedNote } from '#storefront/parts/merged-note.tsx'
import { Icon } from '#ui/icon.tsx'
import { OnceButton } from '#ui/once-button.tsx'
import type { Route } from './+types/list'
import { Portrait } from './account/portrait.tsx'
import { tileGroups } from './tiles.ts'
import '#storefront/parts/plain-page.css'
import './membership.css'
import './user.css'

export const meta = (args: Route.MetaArgs) =>
  pageMeta(args, ({ t }) => ({ title: t('account.title'), isPrivate: true }))

const load = (api: Client, { url }: Page) => currentMember(api, url)
export const loader = onServer(load)
export const clientLoader = inBrowser(load)

const work = async (api: Client) => {
  await api.account.signOut()
  // Loads a new document, because the data in the current one still names the member.
  throw redirectDocument('/home', 303)
}
export const action = onServer(work)
export const clientAction = inBrowser(work)

/** The account page: the signed-in member, links to all pages of the account, and the sign-out button. */
export default function Account({ loaderData: { user, membership } }: Route.ComponentProps) {
  const { app, t } = useShop()
  const { state, formAction } = useNavigation()
  if (!app.system.appConfig.enableUserAccounts) return <AccountsClosed />
  const isBusy = state !== 'idle' && Boolean(formAction)
  return (
    <div className="wrap user-page user-overview">
      <h1>{t('account.title')}</h1>
      <MergedNote />
      <div className="user-head">
        <Portrait user={user} />
        <div>
          <strong>{t('account.greeting', { name: user.name })}</strong>
          <p>{user.email}</p>
          {membership && <span className="membership-mark">{membership}</span>}
        </div>
      </div>
      <nav aria-label={t('user.pages')} className="user-groups">
        {tileGroups.map(({ name, tiles }) => (
          <section key={name} aria-labelledby={name}>
            <h2 id={name}>{t(name)}</h2>
            <ul className="user-tiles">
              {tiles.map((tile) => (
                <li key={tile.to}>
                  <Link className="user-tile" to={tile.to} prefetch={prefetch()}>
                    <Icon name={tile.icon} />
                    <span>
                      <strong>{t(tile.name)}</strong>
                      <small>{t(tile.text)}</small>
                    </span>
                    <Icon name="chevron-right" />
                  </Link>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </nav>
      <Form method="post">
        <OnceButton className="button button-quiet" isBusy={isBusy}>
          {isBusy ? t('account.signing_out') : t('account.sign_out')}
        </OnceButton>
      </Form>
    </div>
  )
}
