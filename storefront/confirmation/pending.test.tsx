import type { ComponentProps } from 'react'
import { renderToString } from 'react-dom/server'
import { createRoutesStub } from 'react-router'
import { expect, it } from 'vitest'
import { pendingPatienceMs } from '#contract/constants.ts'
import { renderedShop } from '#tests/shell-page.tsx'
import { Pending } from './pending.tsx'
import { readSource } from './source.ts'

type Seen = ComponentProps<typeof Pending>['seen']
const placedAt = '2026-11-20T15:00:00Z'
const order: Seen['order'] = {
  orderID: 'ab2c',
  paymentOption: 'snappay_wechat',
  placedAt,
  expiresAt: null,
  timeZone: 'America/Toronto',
  campaign: null,
}

/** The words of the panel for an order that was looked at so long after it was placed. */
function panel(seen: Partial<Seen>, waitedMs = 0): string {
  const now = Date.parse(placedAt) + waitedMs
  const whole = { order, isQrCodeScan: false, problem: null, now, ...seen } as Seen
  const Page = createRoutesStub([
    {
      id: 'root',
      path: '*',
      Component: () => <Pending seen={whole} source={readSource(new URLSearchParams())} heading={{ current: null }} />,
    },
  ])
  return renderToString(
    <Page initialEntries={['/confirmation/ab2c']} hydrationData={{ loaderData: { root: renderedShop } }} />,
  )
}

it('a payment is on its way until it is settled, with a spinner and the name of its way', () => {
  const html = panel({})
  expect(html).toContain('Submit Payment…')
  expect(html).toContain('class="spinner"')
  expect(html).toContain('WeChat Pay')
})

it('one that was made by scanning a code is in process, and the order is to be looked at on the web page', () => {
  const html = panel({ isQrCodeScan: true })
  expect(html).toContain('Order is in process')
  expect(html).toContain('Please check the order on this web page')
  expect(html).not.toContain('Submit Payment…')
})

it('after a minute it says that the page may be closed, not before', () => {
  expect(panel({}, pendingPatienceMs - 1)).not.toContain('You may close this page')
  expect(panel({}, pendingPatienceMs)).toContain('You may close this page')
})
