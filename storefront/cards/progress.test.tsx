import type { ComponentProps } from 'react'
import { renderToString } from 'react-dom/server'
import { createRoutesStub } from 'react-router'
import { expect, it } from 'vitest'
import { locales } from '#contract/languages.ts'
import { messages } from '#contract/messages.ts'
import { renderedShop } from '#tests/shell-page.tsx'
import { Progress } from './progress.tsx'

type Campaign = ComponentProps<typeof Progress>['campaign']

/** The text below the progress bar, in each language, for a campaign that reached the amount `reached`. */
function words(kind: Campaign['goal']['kind'], reached: number): string[] {
  const amount = { amount: reached, currency: 'CAD' }
  const progress = {
    participants: 3,
    pieces: reached,
    amount,
    reached,
    missing: Math.max(0, 600 - reached),
    left: null,
  }
  const campaign = { state: 'CLOSED', goal: { kind, target: 600, cap: null }, progress } as unknown as Campaign
  const Page = createRoutesStub([{ id: 'root', path: '*', Component: () => <Progress campaign={campaign} /> }])
  return locales.map((locale) => {
    const appMessage = { currentLocale: locale, applicationMessage: { messages: messages[locale] } }
    const shop = structuredClone(renderedShop)
    Object.assign(shop.appContent.system.appMessage, appMessage)
    const html = renderToString(<Page initialEntries={['/']} hydrationData={{ loaderData: { root: shop } }} />)
    return /<strong>(.*?)<\/strong>/.exec(html)?.[1] ?? html
  })
}

it('the progress text of a group-buy has the reached number and the goal, below and above the goal', () => {
  expect(words('pieces', 400)).toEqual(['400 of 600 pieces', '已达 400，目标 600 份'])
  expect(words('pieces', 800)).toEqual(['800 pieces, past the goal of 600', '目标 600，已拼到 800 份'])
  expect(words('amount', 800)).toEqual(['$8.00, past the goal of $6.00', '目标 $6.00，已拼到 $8.00'])
})
