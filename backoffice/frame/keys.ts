import { useEffect, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router'
import type { Me } from '#contract/office/people.ts'
import { useFrame } from '../core/me.ts'
import { pagesFor } from './pages.ts'

/** How long the keyboard shortcuts wait for a page's letter after `g`, in milliseconds. */
const sequenceTimeoutMs = 1500
const storageKey = 'office-keys'

/**
 * Whether the keyboard shortcuts that need no modifier key are on. Staff can turn them off on a device, because voice
 * input may trigger them (WCAG 2.1.4).
 */
export function areShortcutsEnabled(): boolean {
  try {
    return localStorage.getItem(storageKey) !== 'off'
  } catch {
    return true
  }
}

/** Enables or disables the shortcuts without a modifier key on this device. */
export function setShortcutsEnabled(isOn: boolean): void {
  try {
    localStorage.setItem(storageKey, isOn ? 'on' : 'off')
  } catch {
    // If the browser blocks storage, the shortcuts stay on.
  }
}

/** The control that the key `n` activates. Pages mark it with `data-shortcut="n"`. */
export const findCreateControl = () => document.querySelector<HTMLElement>('main [data-shortcut=n]')

/** The path of the parent page. Null on a page of the staff member's main menu. */
export function parentPath(pathname: string, me: Me): string | null {
  if (pagesFor(me).some(({ path }) => path === pathname)) return null
  const parts = pathname.split('/').filter(Boolean)
  const [first = ''] = parts
  if (parts.length === 1) return parentPaths[first] ?? '/'
  // The parent of an order's page is `/`, because `/orders` lists only finished orders. The parent of a store's page of
  // tables is also `/`, because in a shop with one store, `/tables` would redirect back to the store's page.
  if (first === 'orders' || (first === 'tables' && parts.length === 2)) return '/'
  return `/${parts.slice(0, parts.at(-2) === 'methods' ? -2 : -1).join('/')}`
}
/** The parents of pages whose URLs do not contain the path of the parent page. */
const parentPaths: Record<string, string> = {
  ...{ look: '/shop', options: '/shop', menus: '/shop', texts: '/shop', payment: '/shop', taxes: '/shop' },
  books: '/shop',
  devices: '/staff',
  ...{ categories: '/products', brands: '/products', tags: '/products', modifiers: '/products', import: '/products' },
  media: '/products',
}

/** The target if it is a field, else null. */
const asEditable = (target: EventTarget | null) =>
  target instanceof HTMLElement && target.matches('input, textarea, select, [contenteditable]') ? target : null

/**
 * The keyboard shortcuts of every page: Ctrl K or `/` opens the search, `?` opens the help, `g` and a letter open a
 * page, `n` activates the control that creates a record, and Escape opens the parent page.
 */
export function useShortcuts(open: (what: 'search' | 'help') => void): void {
  const { me } = useFrame()
  const { pathname } = useLocation()
  const navigate = useNavigate()
  /** The time when `g` was pressed. */
  const prefixPressedAt = useRef(Number.NEGATIVE_INFINITY)

  useEffect(() => {
    function handleKeyDown(event: KeyboardEvent) {
      if (event.defaultPrevented || event.isComposing || document.querySelector('dialog:modal, :popover-open')) return
      const { key, target } = event
      const isCommand = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey
      if (isCommand && key.toLowerCase() === 'k') return run(() => open('search'))
      if (event.ctrlKey || event.metaKey || event.altKey || !areShortcutsEnabled()) return
      if (key === 'Escape') return back(target)
      if (asEditable(target)) return
      const isSecond = event.timeStamp - prefixPressedAt.current < sequenceTimeoutMs
      prefixPressedAt.current = Number.NEGATIVE_INFINITY
      const page = isSecond && pagesFor(me).find((page) => page.key === key.toLowerCase())
      if (page) return run(() => navigate(page.path))
      if (key === '/') return run(() => open('search'))
      // Chinese keyboards type a full-width question mark.
      if (key === '?' || key === '？') return run(() => open('help'))
      if (key === 'g') prefixPressedAt.current = event.timeStamp
      if (key === 'n') run(activateCreateControl)

      function run(act: () => void) {
        event.preventDefault()
        act()
      }
    }

    function back(target: EventTarget | null) {
      // In a field, Escape only removes the focus, so that nobody leaves the page by mistake and loses input.
      const field = asEditable(target)
      const path = parentPath(pathname, me)
      if (field) field.blur()
      else if (path) navigate(path)
    }

    document.addEventListener('keydown', handleKeyDown)
    return () => document.removeEventListener('keydown', handleKeyDown)
  }, [me, pathname, navigate, open])
}

/** Focuses the control if it is a field. Clicks the control if it is a link or a button. */
function activateCreateControl(): void {
  const control = findCreateControl()
  if (asEditable(control)) control?.focus()
  else control?.click()
}
