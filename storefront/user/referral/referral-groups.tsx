import { Form, useNavigation } from 'react-router'
import type { ReferralGroup } from '#contract/referral.ts'
import { useShop } from '#storefront/core/shop.ts'
import { UserSection } from '#storefront/user/user-page.tsx'
import { OnceButton } from '#ui/once-button.tsx'
import '#storefront/account/account.css'
import './referral.css'

interface GroupsProps {
  groups: ReferralGroup[]
  /** The id of the group that the member's link belongs to. Null if the member has not joined a group. */
  current: string | null
}

/**
 * All groups, each with its rules and its rewards for referrer and friend. The group of the member's link comes first.
 */
export function ReferralGroups({ groups, current }: GroupsProps) {
  const { t } = useShop()
  if (groups.length === 0) return <p className="user-section">{t('referral.none')}</p>
  const ownGroups = groups.filter(({ id }) => id === current)
  const others = groups.filter(({ id }) => id !== current)
  return (
    <>
      {ownGroups.map((group) => (
        <UserSection key={group.id} title={t('referral.your_group')}>
          <Group group={group} />
        </UserSection>
      ))}
      {current && others.length > 0 && <h2 className="referral-others">{t('referral.other_groups')}</h2>}
      {others.map((group) => (
        <section key={group.id} className="user-section">
          <Group group={group} canJoin />
        </section>
      ))}
    </>
  )
}

function Group({ group, canJoin = false }: { group: ReferralGroup; canJoin?: boolean }) {
  const { t, say, langOf } = useShop()
  const { state, formData } = useNavigation()
  const { id, name, text, referrer, friend, joinedAt } = group
  const isBusy = state !== 'idle' && formData?.get('group') === id
  return (
    <div className="referral-group">
      <h3 lang={langOf(name)}>{say(name)}</h3>
      <p className="user-text">{say(text)}</p>
      <dl className="referral-terms">
        <div>
          <dt>{t('referral.you_get')}</dt>
          <dd>{say(referrer.words)}</dd>
        </div>
        <div>
          <dt>{t('referral.friend_gets')}</dt>
          <dd>{friend ? say(friend.words) : t('referral.nothing')}</dd>
        </div>
      </dl>
      <details className="referral-rules">
        <summary className="unfold">{t('referral.rules')}</summary>
        <Rules {...group} />
      </details>
      {canJoin && (
        <Form method="post" preventScrollReset>
          <input type="hidden" name="group" value={id} />
          <OnceButton className={joinedAt ? 'button button-quiet' : 'button'} isBusy={isBusy}>
            {t(joinedAt ? 'referral.use_name' : 'referral.join_name', { name: say(name) })}
          </OnceButton>
        </Form>
      )}
    </div>
  )
}

function Rules({ minimum, returnDays, ordersEach, windowDays, monthlyOrders }: ReferralGroup) {
  const { t, count, moneyText } = useShop()
  return (
    <ul>
      <li>{t('referral.rule_self')}</li>
      {minimum.amount > 0 && <li>{t('referral.rule_minimum', { amount: moneyText(minimum) })}</li>}
      <li>{ordersEach ? count('referral.rule_each', ordersEach) : count('referral.rule_window', windowDays)}</li>
      {monthlyOrders && <li>{count('referral.rule_monthly', monthlyOrders)}</li>}
      <li>{count('referral.rule_days', returnDays)}</li>
    </ul>
  )
}
