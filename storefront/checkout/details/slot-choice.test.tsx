import { renderToString } from 'react-dom/server'
import { createRoutesStub } from 'react-router'
import { expect, test } from 'vitest'
import type { CheckoutConfig } from '#contract/checkout.ts'
import { renderedShop } from '#tests/shell-page.tsx'
import { SlotChoice } from './slot-choice.tsx'

test('a store without free times comes with a link to the cart, where the shopper can choose another store', () => {
  const pickup: CheckoutConfig['methods'][number] = {
    method: 'PICKUP',
    earliest: null,
    asap: null,
    days: [],
    apart: [],
    tips: [],
  }
  // The choice of a time reads only these fields.
  const config = {
    methods: [pickup],
    campaign: null,
    chosen: { method: null, slot: null },
  } as unknown as CheckoutConfig
  const props = { config, method: 'PICKUP', chosen: '', chosenDay: '', error: undefined } as const
  const Component = () => <SlotChoice {...props} lines={[]} when={(date) => date} />
  const Page = createRoutesStub([{ id: 'root', path: '*', Component }])
  const hydrationData = { loaderData: { root: renderedShop } }
  const shown = renderToString(<Page initialEntries={['/checkout/checkout']} hydrationData={hydrationData} />)
  expect(shown).toContain('Please choose another store.')
  expect(shown).toContain('href="/checkout/cart"')
})
