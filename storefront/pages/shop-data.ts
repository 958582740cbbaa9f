import { toLang } from '#contract/languages.ts'
import type { Location } from '#contract/locations.ts'
import { socialLinks } from '#storefront/core/shell-rules.ts'
import type { Shop } from '#storefront/core/shop.ts'
import { baseUrlOf, iconUrl } from '#storefront/parts/head/head.ts'
import type { Thing } from '#storefront/parts/head/structured-data.tsx'

/** Structured data of the shop: the organisation, its website with the search, and each selectable store. */
export function shopData(shop: Pick<Shop, 'app' | 'stores' | 'say' | 'currency'>): Thing[] {
  const { app, stores } = shop
  const home = baseUrlOf(app)
  const organization = { '@id': `${home}/#organization` }
  return [
    {
      '@type': 'Organization',
      ...organization,
      name: app.storeName,
      url: `${home}/home`,
      logo: iconUrl(app),
      sameAs: socialLinks(app.system, 'footer').map(({ href }) => href),
    },
    {
      '@type': 'WebSite',
      '@id': `${home}/#website`,
      name: app.storeName,
      url: `${home}/home`,
      inLanguage: app.system.appConfig.supportedLanguages.map(toLang),
      publisher: organization,
      potentialAction: {
        '@type': 'SearchAction',
        target: { '@type': 'EntryPoint', urlTemplate: `${home}/store/search?q={search_term_string}` },
        'query-input': 'required name=search_term_string',
      },
    },
    ...stores.map((store) => storeData(store, shop, { home, organization })),
  ]
}

function storeData(
  store: Location,
  { app, say, currency }: Pick<Shop, 'app' | 'say' | 'currency'>,
  { home, organization }: { home: string; organization: { '@id': string } },
): Thing {
  const { id, address, phone, hours, exceptions, mapUrl } = store
  return {
    '@type': 'Store',
    '@id': `${home}/#store-${id}`,
    name: say(store.localStoreName),
    url: `${home}/home?loc=${encodeURIComponent(id)}`,
    image: iconUrl(app),
    ...(phone && { telephone: phone }),
    currenciesAccepted: currency,
    parentOrganization: organization,
    ...(mapUrl && { hasMap: mapUrl }),
    address: {
      '@type': 'PostalAddress',
      streetAddress: address.streetNumberAndNameDetails,
      addressLocality: address.city,
      addressRegion: address.province,
      postalCode: address.postCode,
      addressCountry: address.country,
    },
    openingHoursSpecification: shifts(hours).map(([days, opens, closes]) => ({
      '@type': 'OpeningHoursSpecification',
      dayOfWeek: days.map((day) => weekdays[day]),
      opens,
      closes,
    })),
    specialOpeningHoursSpecification: exceptions.map(({ date, closed, from, to }) => ({
      '@type': 'OpeningHoursSpecification',
      validFrom: date,
      validThrough: date,
      // A day on which the store is closed is encoded as opening and closing at midnight.
      opens: closed ? '00:00' : from,
      closes: closed ? '00:00' : to,
    })),
  }
}

const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']

/** Groups weekdays with equal opening hours. */
function shifts(hours: Location['hours']): [days: number[], from: string, to: string][] {
  const spans = Map.groupBy(hours, ({ from, to }) => `${from} ${to}`)
  return [...spans.values()].map((span) => [
    span.map(({ weekday }) => weekday).sort(),
    span[0]?.from ?? '',
    span[0]?.to ?? '',
  ])
}
