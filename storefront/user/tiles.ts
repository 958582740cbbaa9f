import type { orderGroups } from '#contract/constants.ts'
import type { MessageKey } from '#contract/messages.ts'
import type { IconName } from '#ui/icon.tsx'

interface Tile {
  to: string
  icon: IconName
  name: MessageKey
  /** A short description of the page. */
  text: MessageKey
}

interface TileGroup {
  name: MessageKey
  tiles: Tile[]
}

/** All pages of the account in display order. Add each new page here. */
export const tileGroups: TileGroup[] = [
  {
    name: 'user.group_orders',
    tiles: [
      { to: '/user/orders', icon: 'receipt', name: 'orders.title', text: 'orders.tile' },
      { to: '/user/addresses', icon: 'pin', name: 'addresses.title', text: 'addresses.tile' },
      { to: '/user/contacts', icon: 'card', name: 'contacts.title', text: 'contacts.tile' },
    ],
  },
  {
    name: 'user.group_benefits',
    tiles: [
      { to: '/user/membership', icon: 'crown', name: 'membership.title', text: 'membership.tile' },
      { to: '/user/coupons', icon: 'ticket', name: 'user.coupons', text: 'user.coupons_tile' },
      { to: '/user/credit', icon: 'wallet', name: 'credit.title', text: 'credit.tile' },
      { to: '/user/referral', icon: 'gift', name: 'referral.title', text: 'referral.tile' },
      { to: '/user/influencer', icon: 'heart', name: 'influencers.own', text: 'influencers.own_tile' },
    ],
  },
  {
    name: 'user.group_account',
    tiles: [
      { to: '/user/profile', icon: 'user', name: 'user.profile', text: 'user.profile_tile' },
      { to: '/user/security', icon: 'lock', name: 'user.security', text: 'user.security_tile' },
      { to: '/user/linked', icon: 'chain', name: 'identity.linked_title', text: 'identity.linked_tile' },
      { to: '/user/privacy', icon: 'eye', name: 'user.privacy', text: 'user.privacy_tile' },
    ],
  },
]

/** The icon of each state in the row of order states. */
export const groupIcons: Record<(typeof orderGroups)[number], IconName> = {
  to_pay: 'pay',
  in_progress: 'clock',
  ready: 'box',
  done: 'check',
  cancelled: 'undo',
}
