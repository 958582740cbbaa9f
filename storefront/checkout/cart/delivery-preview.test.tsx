import { renderToString } from 'react-dom/server'
import { createRoutesStub } from 'react-router'
import { expect, test } from 'vitest'
import type { DeliveringStore } from '#contract/delivery.ts'
import { cad } from '#tests/ledgers.ts'
import { renderedShop } from '#tests/shell-page.tsx'
import { DeliveryPreview } from './delivery-preview.tsx'

/** Renders the preview of delivery to L3R 1A1 for a cart of the store `storeId`. The visitor's store is `markham`. */
function preview({ storeId, url, deliversFrom }: { storeId: string; url: string; deliversFrom: string }): string {
  const store: DeliveringStore = {
    zoneId: 'near',
    zone: { en: 'Near', zh: '附近' },
    fee: cad(399),
    minimum: cad(0),
    missing: cad(0),
    freeFrom: null,
    distanceKm: null,
    days: null,
    maxGrams: null,
    isTooHeavy: false,
    locationId: deliversFrom,
    localStoreName: { en: `Store ${deliversFrom}`, zh: deliversFrom },
    earliest: null,
  }
  const answer = {
    postCode: 'L3R 1A1',
    isKnown: true,
    city: null,
    province: null,
    locations: [store],
    nearestPickup: null,
  }
  const Component = () => <DeliveryPreview preview={answer} storeId={storeId} when={(date) => date} />
  const Page = createRoutesStub([{ id: 'root', path: '*', Component }])
  const hydrationData = { loaderData: { root: renderedShop } }
  return renderToString(<Page initialEntries={[url]} hydrationData={hydrationData} />)
}

const inCampaign = '/checkout/campaignCheckout?FissionSale=lychees'

test('a group-buy shows the delivery of its own store, whichever store the visitor has chosen', () => {
  const shown = preview({ storeId: 'downtown', url: inCampaign, deliversFrom: 'downtown' })
  expect(shown).toContain('Delivery to L3R 1A1 (Near)')
})

test('a group-buy whose store does not deliver to an address does not offer another store', () => {
  const shown = preview({ storeId: 'downtown', url: inCampaign, deliversFrom: 'markham' })
  expect(shown).toContain('This group-buy is not delivered to L3R 1A1.')
  expect(shown).not.toContain('markham')
})

test('the name of another store that delivers comes with a link to the cart, where the shopper can choose it', () => {
  const shown = preview({ storeId: 'markham', url: '/checkout/checkout', deliversFrom: 'downtown' })
  expect(shown).toContain('but Store downtown does. You can change the store at the top of the cart page')
  expect(shown).toContain('href="/checkout/cart"')
})
