import { expect, test } from 'vitest'
import { readConfig } from '#server/platform/config.ts'
import type { App } from '#server/platform/context.ts'
import { formTargets, leavingPage, mayLeadTo } from './form-targets.ts'

const targetsOf = (env: Record<string, string>) =>
  formTargets({ config: readConfig({ DEMO: 'false', ...env }) } as App, 'https://shop.example')

test('forms lead to the hosts of the providers that are configured, and to no others', () => {
  expect(targetsOf({})).toEqual([])
  expect(targetsOf({ PAYPAL_URL: 'https://api-m.paypal.com' })).toEqual([
    'https://api-m.paypal.com',
    'https://www.paypal.com',
  ])
  const targets = targetsOf({ SNAPPAY_URL: 'https://open.snappay.ca/api/gateway' })
  expect(targets).toEqual(['https://open.snappay.ca', 'https://*.snappay.ca'])
  for (const url of ['https://open.snappay.ca/pay', 'https://h5.snappay.ca/x'])
    expect(mayLeadTo(targets, url)).toBe(true)
  for (const url of [
    'http://h5.snappay.ca/x',
    'https://snappay.ca.evil.test',
    'https://evilsnappay.ca',
    'https://a.test',
  ])
    expect(mayLeadTo(targets, url), url).toBe(false)
})

test('a page that leads elsewhere names the host and escapes the address', () => {
  const page = leavingPage('https://pay.example/x?a=1&b="><script>', 'zh')
  expect(page).toContain('继续前往 pay.example')
  expect(page).not.toContain('<script>')
  expect(page).toContain('a=1&amp;b=')
})
