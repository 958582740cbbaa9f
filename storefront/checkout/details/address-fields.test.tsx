import { renderToString } from 'react-dom/server'
import { createRoutesStub } from 'react-router'
import { expect, test } from 'vitest'
import type { CheckoutConfig } from '#contract/checkout.ts'
import { ShopUi } from '#storefront/core/shop-ui.tsx'
import { renderedShop } from '#tests/shell-page.tsx'
import { AddressFields } from './address-fields.tsx'
import { emptyAddress } from './details.ts'

test('the links to saved addresses stay in the checkout of the group-buy', () => {
  const [home, work] = ['1 Main Street', '2 Main Street'].map((street) => ({ ...emptyAddress, street }))
  // The fields read only these parts of the configuration.
  const config = { savedAddresses: [home, work], location: { id: 'markham' } } as unknown as CheckoutConfig
  const places = { countries: [], provinces: { CA: [], US: [], CN: [] } }
  const props = { config, places, address: emptyAddress, isSaved: false, preview: null }
  const Component = () => (
    <ShopUi>
      <AddressFields {...props} onPostCode={() => undefined} when={(date) => date} errorOf={() => undefined} />
    </ShopUi>
  )
  const Page = createRoutesStub([{ id: 'root', path: '*', Component }])
  const url = '/checkout/campaignCheckout?FissionSale=lychees&address=0'
  const hydrationData = { loaderData: { root: renderedShop } }
  const shown = renderToString(<Page initialEntries={[url]} hydrationData={hydrationData} />)
  const targets = [...shown.matchAll(/class="chip" href="([^"]*)"/g)].map(([, target]) => target)
  const page = '/checkout/campaignCheckout?FissionSale=lychees&amp;address='
  expect(targets).toEqual([`${page}0`, `${page}1`])
})
