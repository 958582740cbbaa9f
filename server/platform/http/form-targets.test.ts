import { expect, test } from 'vitest'
import { readConfig } from '#server/platform/config.ts'
import type { App } from '#server/platform/context.ts'
import { externalRedirectPage, formTargets, isAllowedTarget } from './form-targets.ts'

const targetsOf = (env: Record<string, string>) =>
  formTargets({ config: readConfig({ DEMO: 'false', ...env }) } as App, 'https://shop.example')

test('forms may lead only to the hosts of configured payment providers', () => {
  expect(targetsOf({})).toEqual([])
  expect(targetsOf({ PAYPAL_URL: 'https://api-m.paypal.com' })).toEqual([
    'https://api-m.paypal.com',
    'https://www.paypal.com',
  ])
  const targets = targetsOf({ SNAPPAY_URL: 'https://open.snappay.ca/api/gateway' })
  expect(targets).toEqual(['https://open.snappay.ca', 'https://*.snappay.ca'])
  for (const url of ['https://open.snappay.ca/pay', 'https://h5.snappay.ca/x'])
    expect(isAllowedTarget(targets, url)).toBe(true)
  for (const url of [
    'http://h5.snappay.ca/x',
    'https://snappay.ca.evil.test',
    'https://evilsnappay.ca',
    'https://a.test',
  ])
    expect(isAllowedTarget(targets, url), url).toBe(false)
})

test('the page that leads to another site names its host and escapes its address', () => {
  const page = externalRedirectPage('https://pay.example/x?a=1&b="><script>', 'zh')
  expect(page).toContain('继续前往 pay.example')
  expect(page).not.toContain('<script>')
  expect(page).toContain('a=1&amp;b=')
})
