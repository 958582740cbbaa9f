import { renderToString } from 'react-dom/server'
import { createRoutesStub } from 'react-router'
import { expect, test } from 'vitest'
import { cad } from '#tests/ledgers.ts'
import { renderedShop } from '#tests/shell-page.tsx'
import { DeliveryProgress } from './delivery-progress.tsx'

/** Renders the progress to free delivery from $50.00, with a minimum order of $20.00. */
function progress({ missing = 0, toFree }: { missing?: number; toFree: number | null }): string {
  const delivery = {
    zoneId: 'near',
    zone: { en: 'Near', zh: '附近' },
    fee: cad(400),
    minimum: cad(2000),
    missing: cad(missing),
    freeFrom: cad(5000),
    toFree: toFree === null ? null : cad(toFree),
    distanceKm: null,
    days: null,
    maxGrams: null,
    isTooHeavy: false,
  }
  const Component = () => <DeliveryProgress bill={{ delivery }} />
  const Page = createRoutesStub([{ id: 'root', path: '*', Component }])
  const hydrationData = { loaderData: { root: renderedShop } }
  return renderToString(<Page initialEntries={['/checkout/cart']} hydrationData={hydrationData} />)
}

test('below the minimum order, the cart shows what the server says is missing', () => {
  const shown = progress({ missing: 1500, toFree: 4500 })
  expect(shown).toContain('$15.00')
  expect(shown).toContain('max="2000" value="500"')
})

test('from the minimum on, the cart shows what is missing for free delivery', () => {
  const shown = progress({ toFree: 2000 })
  expect(shown).toContain('Add $20.00 more and delivery is free.')
  expect(shown).toContain('max="5000" value="3000"')
})

test('the cart asks for nothing once delivery is free, for example with a coupon', () => {
  expect(progress({ toFree: null })).not.toContain('delivery-progress')
})
