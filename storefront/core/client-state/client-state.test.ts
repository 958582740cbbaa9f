import { readdirSync, readFileSync } from 'node:fs'
import { runInThisContext } from 'node:vm'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { ClientState } from './client-state.ts'
import {
  cookieLine,
  earlyStorageScript,
  onClientStateChange,
  readClientState,
  storeUrlParameters,
  writeClientState,
} from './client-state.ts'

/** Simulates a browser's cookies and local storage. */
function openBrowser({ isSecure = false } = {}) {
  const local = new Map<string, string>()
  const lines: string[] = []
  const document = {
    get cookie() {
      return lines.map((line) => line.split(';')[0]).join('; ')
    },
    set cookie(line: string) {
      lines.push(line)
    },
  }
  vi.stubGlobal('document', document)
  vi.stubGlobal('location', { protocol: isSecure ? 'https:' : 'http:' })
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => local.get(name) ?? null,
    setItem: (name: string, value: string) => local.set(name, value),
    removeItem: (name: string) => local.delete(name),
  })
  vi.stubGlobal('window', new EventTarget())
  return { local, lines }
}

let browser: ReturnType<typeof openBrowser>
beforeEach(() => {
  browser = openBrowser()
  vi.useFakeTimers({ now: new Date('2026-11-20T12:00:00Z') })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const day = 86_400
const inCookies: [ClientState, string, number | null][] = [
  ['currentCurrency', 'USD', 365 * day],
  ['location', 'markham', 365 * day],
  ['language', 'zh', 365 * day],
  ['environment', 'mini_program', null],
  ['utcOffset', '-300', null],
]
const inStorage: [ClientState, string, number][] = [
  ['referId', 'ab-12', 30 * day],
  ['referGroup', 'friends', 30 * day],
  ['currency', 'USD 0.7312 2026-11-20T11:00:00.000Z', 7 * day],
  ['baseCurrency', 'CAD', 7 * day],
  ['openId', 'oX_1-a', 30 * day],
  ['tableNumber', 'A 12', 10_800],
  ['paramLocationId', 'markham', day],
  ['cartUpdated', 'c0ffee.4', 30 * day],
]

test.each(inCookies)('%s is stored in a cookie, which the server reads', (item, value, seconds) => {
  writeClientState(item, value)
  expect(browser.lines).toHaveLength(1)
  expect(browser.lines[0]).toMatch(seconds === null ? /^(?!.*Max-Age)/ : new RegExp(`Max-Age=${seconds};`))
  expect(readClientState(item)).toBe(value)
  expect(readClientState(item, `a=1; ${browser.lines[0]?.split(';')[0]}; b=2`)).toBe(value)
  expect(readClientState(item, null)).toBeNull()
  expect(browser.local.size).toBe(0)
})

test.each(inStorage)('%s is stored in local storage until it expires', (item, value, seconds) => {
  writeClientState(item, value)
  expect(browser.lines).toEqual([])
  expect(readClientState(item)).toBe(value)
  vi.advanceTimersByTime((seconds - 1) * 1000)
  expect(readClientState(item)).toBe(value)
  vi.advanceTimersByTime(1000)
  expect(readClientState(item)).toBeNull()
})

test('a null value deletes an item', () => {
  writeClientState('referId', 'ab-12')
  writeClientState('referId', null)
  expect(readClientState('referId')).toBeNull()
  expect(cookieLine('currentCurrency', null)).toContain('Max-Age=0')
})

test('a cookie is Secure on https pages only', () => {
  expect(cookieLine('currentCurrency', 'USD')).not.toContain('Secure')
  openBrowser({ isSecure: true })
  expect(cookieLine('currentCurrency', 'USD')).toContain('; Secure')
})

test.each<[ClientState, string]>([
  ['currentCurrency', 'usd; Max-Age=1'],
  ['tableNumber', '<script>'],
  ['openId', 'a b'],
  ['referId', 'x'.repeat(101)],
  ['environment', 'payment_app'],
  ['location', '../east'],
])('%s refuses the value %j', (item, value) => {
  writeClientState(item, value)
  expect(readClientState(item)).toBeNull()
  expect(browser.lines).toEqual([])
  browser.local.set(item, `9999999999 ${value}`)
  expect(readClientState(item, `${item}=${value}`)).toBeNull()
})

test('the parameters of an address are stored, and invalid ones are ignored', () => {
  storeUrlParameters(new URLSearchParams('wmpoid=oX1&referId=mei&referGroup=friends&tableNumber=12&loc=markham'))
  storeUrlParameters(new URLSearchParams('referId=li&tableNumber=%3Cb%3E&wmpoid='))
  const items = ['openId', 'referId', 'referGroup', 'tableNumber', 'paramLocationId'] as const
  expect(items.map((item) => readClientState(item))).toEqual(['oX1', 'li', null, '12', 'markham'])
})

test('the group of a stored referral stays until an address names another member', () => {
  storeUrlParameters(new URLSearchParams('referId=mei&referGroup=friends'))
  storeUrlParameters(new URLSearchParams('referId=%3Cb%3E'))
  storeUrlParameters(new URLSearchParams('loc=markham'))
  expect(readClientState('referGroup')).toBe('friends')
  vi.stubGlobal('location', { search: '?referId=li' })
  runInThisContext(earlyStorageScript())
  expect([readClientState('referId'), readClientState('referGroup')]).toEqual(['li', null])
})

test('the early inline script stores the valid parameters of an address', () => {
  vi.stubGlobal('location', { search: '?wmpoid=oX1&referId=mei&referGroup=friends&tableNumber=%3Cb%3E' })
  runInThisContext(earlyStorageScript())
  const items = ['openId', 'referId', 'referGroup', 'tableNumber'] as const
  expect(items.map((item) => readClientState(item))).toEqual(['oX1', 'mei', 'friends', null])
  vi.advanceTimersByTime(31 * day * 1000)
  expect(items.map((item) => readClientState(item))).toEqual([null, null, null, null])
  vi.stubGlobal('localStorage', undefined)
  runInThisContext(earlyStorageScript())
})

describe('unusable storage causes no error', () => {
  const refuse = () => {
    throw new DOMException('no', 'QuotaExceededError')
  }
  test.each([
    ['full', { getItem: () => null, setItem: refuse, removeItem: refuse }],
    ['forbidden', { getItem: refuse, setItem: refuse, removeItem: refuse }],
    ['missing', undefined],
  ])('%s', (_, storage) => {
    vi.stubGlobal('localStorage', storage)
    vi.stubGlobal('document', Object.defineProperty({}, 'cookie', { get: refuse, set: refuse }))
    for (const [item, value] of [...inCookies, ...inStorage]) {
      writeClientState(item, value)
      writeClientState(item, null)
      expect(readClientState(item)).toBeNull()
    }
  })

  test('a foreign value is read as null', () => {
    browser.local.set('referId', 'written by another')
    expect(readClientState('referId')).toBeNull()
    expect(readClientState('language', 'locale=%E0%A4%A; sid=1')).toBeNull()
  })
})

test('a listener is called when another window writes its item, and only then', () => {
  const heard: string[] = []
  const stop = onClientStateChange('cartUpdated', () => heard.push('cart'))
  const tell = (key: string, newValue: string | null) =>
    window.dispatchEvent(Object.assign(new Event('storage'), { key, newValue }))
  tell('cartUpdated', '1 a.1')
  tell('referId', '1 mei')
  tell('cartUpdated', null)
  stop()
  tell('cartUpdated', '1 a.2')
  expect(heard).toEqual(['cart'])
})

test('no other file of the storefront uses these cookies and storage items', () => {
  const files = readdirSync('storefront', { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !file.startsWith('core/client-state/client-state.'))
    .map((file) => [file, readFileSync(`storefront/${file}`, 'utf8')] as const)
  const names = [...inCookies, ...inStorage].map(([item]) => item).join('|')
  const touches = new RegExp(
    [
      'document\\.cookie',
      `(local|session)Storage\\.\\w+\\(\\s*['"\`](${names})\\b`,
      '\\b(currency|locale|location|environment|utcOffset)Cookie\\b',
    ].join('|'),
  )
  expect(files.filter(([, source]) => touches.test(source)).map(([file]) => file)).toEqual([])
})
