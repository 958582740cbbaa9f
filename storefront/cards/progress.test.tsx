import type { ComponentProps } from 'react'
import { renderToString } from 'react-dom/server'
import { createRoutesStub } from 'react-router'
import { expect, it } from 'vitest'
import { locales } from '#contract/languages.ts'
import { messages } from '#contract/messages.ts'
import { renderedShop } from '#tests/shell-page.tsx'
import { Progress } from './progress.tsx'

type Campaign = ComponentProps<typeof Progress>['campaign']

/** The page's HTML in each language. */
function render(campaign: Campaign): string[] {
  const Page = createRoutesStub([{ id: 'root', path: '*', Component: () => <Progress campaign={campaign} /> }])
  return locales.map((locale) => {
    const appMessage = { currentLocale: locale, applicationMessage: { messages: messages[locale] } }
    const shop = structuredClone(renderedShop)
    Object.assign(shop.appContent.system.appMessage, appMessage)
    return renderToString(<Page initialEntries={['/']} hydrationData={{ loaderData: { root: shop } }} />)
  })
}

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
  return render(campaign).map((html) => /<strong>(.*?)<\/strong>/.exec(html)?.[1] ?? html)
}

it('the progress text of a group-buy has the reached number and the goal, below and above the goal', () => {
  expect(words('pieces', 400)).toEqual(['400 of 600 pieces', '已拼 400/600 份'])
  expect(words('pieces', 800)).toEqual(['800 pieces ordered (goal 600)', '已拼 800 份（满 600 成团）'])
  expect(words('amount', 800)).toEqual(['$8.00 ordered (goal $6.00)', '已拼 $8.00（满 $6.00 成团）'])
})

it('without a goal, the bar and the text of a group-buy both have the claimed part of the cap', () => {
  const amount = { amount: 0, currency: 'CAD' }
  const progress = { participants: 2, pieces: 10, amount, reached: 0, missing: 0, left: 2 }
  const campaign = { state: 'open', goal: { kind: 'none', target: 0, cap: 12 }, progress } as unknown as Campaign
  const facts = render(campaign).map((html) => [
    /<progress max="(\d+)" value="(\d+)"/.exec(html)?.slice(1),
    [...html.matchAll(/<(?:strong|span|p)[^>]*>([^<]+)</g)].map(([, text]) => text),
  ])
  expect(facts).toEqual([
    [
      ['12', '10'],
      ['10 of 12 pieces claimed', '2 people have joined', 'Only 2 pieces left'],
    ],
    [
      ['12', '10'],
      ['已拼 10/12 份', '2 人已参加', '只剩 2 份'],
    ],
  ])
})
