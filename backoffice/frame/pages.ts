import type { OfficeText } from '#contract/messages/office.ts'
import type { Right } from '#contract/rights.ts'
import type { IconName } from '#ui/icon.tsx'

interface PageEntry {
  path: string
  title: OfficeText
  icon: IconName
  /** The right that shows the page; without it everybody sees the page. */
  right?: Right
  /** People with this right find the page elsewhere: another page links to it. */
  unless?: Right
}

/** The pages in the main menu. */
export const pages: PageEntry[] = [
  { path: '/', title: 'office.today', icon: 'home' },
  { path: '/products', title: 'office.products', icon: 'gift', right: 'catalogue.see' },
  { path: '/shop', title: 'office.shop', icon: 'shop', right: 'store.write' },
  { path: '/texts', title: 'office.texts', icon: 'copy', right: 'content.write', unless: 'store.write' },
  { path: '/staff', title: 'office.staff', icon: 'user', right: 'staff.see' },
  { path: '/log', title: 'office.log', icon: 'clock', right: 'log.see' },
  { path: '/me', title: 'office.me', icon: 'lock' },
]
