import { renderToString } from 'react-dom/server'
import { createRoutesStub } from 'react-router'
import { expect, it } from 'vitest'
import type { Locale } from '#contract/languages.ts'
import type { Location } from '#contract/locations.ts'
import { messages } from '#contract/messages.ts'
import { renderedShop } from '#tests/shell-page.tsx'
import { OpenLine, TodayHours } from './store-hours.tsx'

/** A store that is closed at the time of `renderedShop`, Friday at 10 a.m. */
const store = {
  timeZone: 'America/Toronto',
  hours: [
    { weekday: 5, from: '11:00', to: '14:30' },
    { weekday: 5, from: '16:00', to: '21:00' },
  ],
  exceptions: [],
} as unknown as Location

it.each<[Locale, string[]]>([
  ['en', ['Today 11 a.m.–2:30 p.m., 4–9 p.m.', 'Closed now, opens at 11 a.m.']],
  ['zh', ['今天 11:00–14:30、16:00–21:00', '休息中，11:00 开门']],
])('a closed store states its openings and that it is closed, in the language %s', (locale, words) => {
  const shop = structuredClone(renderedShop)
  shop.appContent.system.appMessage = { currentLocale: locale, applicationMessage: { messages: messages[locale] } }
  const Component = () => (
    <>
      <TodayHours store={store} />
      <OpenLine store={store} />
    </>
  )
  const Page = createRoutesStub([{ id: 'root', path: '*', Component }])
  const html = renderToString(<Page initialEntries={['/']} hydrationData={{ loaderData: { root: shop } }} />)
  const found = [...html.matchAll(/<span>(.*?)<\/span>/g)].map(([, text]) => text?.replace(/\s/g, ' '))
  expect(found).toEqual(words)
})
