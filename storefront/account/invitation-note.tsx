import { useEffect, useState } from 'react'
import type { Client } from '#contract/client.ts'
import { storedReferral } from '#storefront/core/client-state/stored-referral.ts'
import { browserApi } from '#storefront/core/data.ts'
import { useShop } from '#storefront/core/shop.ts'

type Invitation = Awaited<ReturnType<Client['referral']['invitation']>>

/**
 * Shows the referral that this browser stores, and its reward. Renders nothing without a stored referral. The server
 * cannot render this note, because it does not know the stored referral.
 */
export function InvitationNote() {
  const { t, say } = useShop()
  const [invitation, setInvitation] = useState<Invitation | null>(null)
  useEffect(() => {
    let isUnmounted = false
    const { referId, referGroup } = storedReferral(new URLSearchParams(window.location.search))
    if (referId)
      browserApi()
        .then((api) => api.referral.invitation({ id: referId, referGroup }))
        // If the request fails, for example because the invitation is no longer open, the page shows no note.
        .then(
          (found) => isUnmounted || setInvitation(found),
          () => undefined,
        )
    return () => {
      isUnmounted = true
    }
  }, [])
  if (!invitation?.friend) return null
  return (
    <p className="alert alert-calm" role="status">
      {t('referral.invited_signup', { name: invitation.referrerName, what: say(invitation.friend.words) })}
    </p>
  )
}
