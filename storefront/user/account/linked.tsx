import { Form, redirect, useSearchParams } from 'react-router'
import type { Client } from '#contract/client.ts'
import type { IdentityProvider, LinkedAccounts } from '#contract/identity.ts'
import { readText } from '#storefront/account/form-data.ts'
import { providerOf, redirectToProvider } from '#storefront/account/provider-sign-in.ts'
import type { Page } from '#storefront/core/data.ts'
import { inBrowser, onServer } from '#storefront/core/data.ts'
import { forMember, signInAgain } from '#storefront/core/member.ts'
import { useShop } from '#storefront/core/shop.ts'
import { useDay } from '#storefront/core/time/use-day.ts'
import { pageMeta } from '#storefront/parts/head/head.ts'
import { errorsOf, isDone, outcomeOf } from '#storefront/user/form-outcome.ts'
import { UserPage, UserSection } from '#storefront/user/user-page.tsx'
import { Check } from '#ui/check.tsx'
import { Done } from '#ui/done.tsx'
import { useActionResult } from '#ui/hooks/use-action-result.ts'
import { SendButton } from '#ui/send-button.tsx'
import type { Route } from './+types/linked'
import './account.css'

export const meta = (args: Route.MetaArgs) =>
  pageMeta(args, ({ t }) => ({ title: t('identity.linked_title'), isPrivate: true }))

const load = (api: Client, { url }: Page) => forMember(url, api.identity.linked())
export const loader = onServer(load)
export const clientLoader = inBrowser(load)

const handleForm = async (api: Client, { request, url }: Page) => {
  const form = await request.formData()
  const intent = readText(form, 'intent')
  const [operation, providerName] = intent.split('-')
  const provider = providerOf(providerName)
  if (operation === 'begin') {
    const result = await forMember(url, redirectToProvider(api, { provider, purpose: 'link' }))
    if (result.data.errors.some(({ code }) => code === 'account.recent_required')) throw signInAgain(url)
    return { ...result, data: { intent, errors: result.data.isStuck ? [] : result.data.errors } }
  }
  if (operation === 'merge' && !form.has('sure')) throw redirect('/user/linked?unsure=1#merge', 303)
  const outcome = await forMember(url, outcomeOf(intent, callFor(api, operation, provider)))
  if (outcome.data.errors?.some(({ code }) => code === 'account.recent_required')) throw signInAgain(url)
  if (operation === 'merge' && !outcome.data.errors) throw redirect(`/user/linked?merged=${provider}`, 303)
  return outcome
}
export const action = onServer(handleForm)
export const clientAction = inBrowser(handleForm)

function callFor(api: Client, what: string | undefined, provider: IdentityProvider): Promise<unknown> {
  switch (what) {
    case 'confirm':
      return api[provider].link({})
    case 'unlink':
      return api.identity.unlink({ provider })
    case 'merge':
      return api.identity.merge({ provider })
    default:
      throw redirect('/user/linked')
  }
}

const providers = ['wechat', 'alipay'] as const

/**
 * The member's identity providers for signing in: the linked providers, the available providers, and an identity that
 * this session has just proven.
 */
export default function Linked({ loaderData, actionData: rawActionData }: Route.ComponentProps) {
  const actionData = useActionResult(rawActionData)
  const { t } = useShop()
  const [query] = useSearchParams()
  const problem = actionData && errorsOf(actionData, actionData.intent)?.[0]
  const done = query.get('done')
  return (
    <UserPage title={t('identity.linked_title')} text={t('identity.linked_text')}>
      {problem && (
        <p className="alert" role="alert">
          {problem.message}
        </p>
      )}
      {!actionData && query.has('merged') && <Done>{t('identity.is_merged')}</Done>}
      {providers.map((provider) => {
        const name = t(`identity.${provider}`)
        const isLinked = isDone(actionData, `confirm-${provider}`) || (!actionData && done === provider)
        if (isLinked) return <Done key={provider}>{t('identity.is_linked', { provider: name })}</Done>
        if (!isDone(actionData, `unlink-${provider}`)) return null
        return <Done key={provider}>{t('identity.is_unlinked', { provider: name })}</Done>
      })}
      {loaderData.proven.map((identity) => (
        <ProvenIdentity key={identity.provider} {...identity} isUnsure={query.has('unsure')} />
      ))}
      <ul className="user-rows">
        {providers.map((provider) => (
          <Row key={provider} provider={provider} {...loaderData} />
        ))}
      </ul>
    </UserPage>
  )
}

function Row({ provider, linked, offered }: LinkedAccounts & { provider: IdentityProvider }) {
  const { t } = useShop()
  const day = useDay()
  const name = t(`identity.${provider}`)
  const linkedIdentity = linked.find((row) => row.provider === provider)
  const description = linkedIdentity
    ? [linkedIdentity.nickname, t('identity.since', { when: day(linkedIdentity.linkedAt) })].filter(Boolean).join(' · ')
    : t(offered.includes(provider) ? 'identity.not_linked' : 'identity.elsewhere', { provider: name })
  return (
    <li>
      <span>
        <strong>{name}</strong>
        <small>{description}</small>
        {linkedIdentity && !linkedIdentity.mayUnlink && <small>{t('identity.last')}</small>}
      </span>
      {(linkedIdentity ? linkedIdentity.mayUnlink : offered.includes(provider)) && (
        <Form method="post" action="/user/linked">
          <SendButton
            intent={`${linkedIdentity ? 'unlink' : 'begin'}-${provider}`}
            className="button-quiet"
            label={t(linkedIdentity ? 'identity.unlink_named' : 'identity.link_named', { provider: name })}
          >
            {t(linkedIdentity ? 'identity.unlink' : 'identity.link')}
          </SendButton>
        </Form>
      )}
    </li>
  )
}

/** An identity that this session has just proven. Offers to link it, or to merge the account that already has it. */
function ProvenIdentity({
  provider,
  nickname,
  other,
  isUnsure,
}: LinkedAccounts['proven'][number] & { isUnsure: boolean }) {
  const { t } = useShop()
  const name = t(`identity.${provider}`)
  if (!other)
    return (
      <UserSection
        title={t('identity.confirm_title', { provider: name })}
        text={t('identity.confirm_text', { provider: name, nickname })}
      >
        <Form method="post" action="/user/linked" className="user-actions">
          <SendButton intent={`confirm-${provider}`}>{t('identity.link_named', { provider: name })}</SendButton>
        </Form>
      </UserSection>
    )
  const text = t('identity.merge_text', { provider: name, name: other.name, email: other.email })
  return (
    <UserSection title={t('identity.merge_title')} text={text}>
      <Form method="post" action="/user/linked" className="user-form" id="merge">
        {isUnsure && (
          <p className="alert" role="alert">
            {t('identity.merge_unsure')}
          </p>
        )}
        <ul className="user-facts">
          <li>{t('identity.merge_moves')}</li>
          <li>{t('identity.merge_ends')}</li>
        </ul>
        <Check name="sure" label={t('identity.merge_sure')} required />
        <div className="user-actions">
          <SendButton intent={`merge-${provider}`}>{t('identity.merge_button')}</SendButton>
        </div>
      </Form>
    </UserSection>
  )
}
