import { useEffect, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router'
import type { Me } from '#contract/office/people.ts'
import { useFrame } from '../core/me.ts'
import { pagesFor } from './pages.ts'

/** How long `g` waits for the letter of a page. */
const letterMs = 1500
const storedAs = 'office-keys'

/** Whether single keys act on this device. People who speak to their computer switch them off (WCAG 2.1.4). */
export function areKeysOn(): boolean {
  try {
    return localStorage.getItem(storedAs) !== 'off'
  } catch {
    return true
  }
}

/** Switches single keys on or off on this device. */
export function switchKeys(isOn: boolean): void {
  try {
    localStorage.setItem(storedAs, isOn ? 'on' : 'off')
  } catch {
    // The browser stores nothing; the keys stay on.
  }
}

/** The control that `n` uses: the page marks it with `data-shortcut="n"`. */
export const findNew = () => document.querySelector<HTMLElement>('main [data-shortcut=n]')

/** The page above this one; null on a page of the person's main menu. */
export function pathAbove(pathname: string, me: Me): string | null {
  if (pagesFor(me).some(({ path }) => path === pathname)) return null
  const parts = pathname.split('/').filter(Boolean)
  const [first = ''] = parts
  if (parts.length === 1) return above[first] ?? '/'
  // There is no list of orders, and the list of stores with tables leads back if there is only one.
  if (first === 'orders' || (first === 'tables' && parts.length === 2)) return '/'
  return `/${parts.slice(0, parts.at(-2) === 'methods' ? -2 : -1).join('/')}`
}
/** Pages that lie below a page of the main menu, though their address does not. */
const above: Record<string, string> = {
  ...{ look: '/shop', options: '/shop', menus: '/shop', texts: '/shop', payment: '/shop', taxes: '/shop' },
  devices: '/staff',
}

/** The field in which somebody types or chooses; null for anything else. */
const asField = (target: EventTarget | null) =>
  target instanceof HTMLElement && target.matches('input, textarea, select, [contenteditable]') ? target : null

/**
 * The keys of every page: Ctrl K or `/` to search, `?` for help, `g` and a letter for a page, `n` for something new,
 * Escape for the page above.
 */
export function useKeys(open: (what: 'search' | 'help') => void): void {
  const { me } = useFrame()
  const { pathname } = useLocation()
  const navigate = useNavigate()
  /** When `g` was pressed. */
  const began = useRef(Number.NEGATIVE_INFINITY)

  useEffect(() => {
    function press(event: KeyboardEvent) {
      if (event.defaultPrevented || event.isComposing || document.querySelector('dialog:modal, :popover-open')) return
      const { key, target } = event
      const isCommand = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey
      if (isCommand && key.toLowerCase() === 'k') return use(() => open('search'))
      if (event.ctrlKey || event.metaKey || event.altKey || !areKeysOn()) return
      if (key === 'Escape') return back(target)
      if (asField(target)) return
      const isSecond = event.timeStamp - began.current < letterMs
      began.current = Number.NEGATIVE_INFINITY
      const page = isSecond && pagesFor(me).find((page) => page.key === key.toLowerCase())
      if (page) return use(() => navigate(page.path))
      if (key === '/') return use(() => open('search'))
      // Chinese keyboards write a question mark of full width.
      if (key === '?' || key === '？') return use(() => open('help'))
      if (key === 'g') began.current = event.timeStamp
      if (key === 'n') use(startNew)

      function use(act: () => void) {
        event.preventDefault()
        act()
      }
    }

    function back(target: EventTarget | null) {
      // First out of the field, so that nothing typed is left by mistake.
      const field = asField(target)
      const path = pathAbove(pathname, me)
      if (field) field.blur()
      else if (path) navigate(path)
    }

    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [me, pathname, navigate, open])
}

/** Follows a link or presses a button; goes to a field. */
function startNew(): void {
  const control = findNew()
  if (asField(control)) control?.focus()
  else control?.click()
}
