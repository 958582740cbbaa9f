import { expect, it } from 'vitest'
import { messages } from '#contract/messages.ts'
import type { AppContent, AppInfo, MenuItem } from '#contract/shell.ts'
import type { ShellData } from '#storefront/core/shell-data.ts'
import type { Change } from '#tests/shell-page.tsx'
import { count, link, renderShell, store } from '#tests/shell-page.tsx'

/** The part of the HTML from `begin` up to `end`. */
function part(html: string, begin: string, end: string): string {
  const from = html.indexOf(begin)
  if (from < 0) return ''
  return html.slice(from, html.indexOf(end, from))
}
const header = (html: string) => part(html, '<header', '</header>')
const footer = (html: string) => part(html, '<footer', '</footer>')
const tabs = (html: string) => part(html, 'class="tab-bar"', '</nav>')
const dialog = (html: string, id: string) => part(html, `id="${id}"`, '</dialog>')
const inChinese: Change = (app) => {
  app.system.appMessage = { currentLocale: 'zh', applicationMessage: { messages: messages.zh } }
}
const signIn = (info: AppInfo) =>
  Object.assign(info, {
    user: { name: 'Li', email: 'li@shop.example', phone: null, locale: 'en', profileImage: null },
    userID: 'm1',
    lastLoginDate: '2026-11-20T10:00:00Z',
  })
const menu = (name: string, ...subMenu: MenuItem[]): MenuItem => ({ name, subMenu })

it('the header links to the search', () => {
  expect(header(renderShell())).toMatch(/<a [^>]*href="\/store\/search"/)
})

it('the header and the side menu link guests to the sign-in and members to their account', () => {
  for (const place of [header, (html: string) => dialog(html, 'side-menu')]) {
    expect(place(renderShell())).toMatch(/href="\/account\/login".*Sign In/)
    expect(place(renderShell(inChinese))).toMatch(/href="\/account\/login".*登录/)
    expect(place(renderShell((_, info) => signIn(info)))).toMatch(/href="\/user\/list".*My Account/)
    const memberInChinese = renderShell((app, info) => inChinese(app, signIn(info)))
    expect(place(memberInChinese)).toMatch(/href="\/user\/list".*我的账户/)
    const closed = renderShell((app, info) => {
      signIn(info)
      app.system.appConfig.enableUserAccounts = false
    })
    expect(place(closed)).not.toMatch(/\/user\/list|\/account\/login/)
  }
})

it.each([
  [['en', 'zh'], ['USD'], true],
  [['en', 'zh'], [], true],
  [['en'], ['USD'], true],
  [['en'], [], false],
])('with the languages %j and the currencies %j header and side menu have the control: %s', (languages, codes, has) => {
  const html = renderShell((app) => {
    app.system.appConfig.supportedLanguages = languages as ['en']
    app.system.payment.exchangeCurrencies = codes.map((currencyCode) => ({ currencyCode }))
  })
  for (const place of [header(html), dialog(html, 'side-menu')])
    expect(place.includes('popoverTarget="preferences-dialog"')).toBe(has)
  const form = dialog(html, 'preferences-dialog')
  expect(form.includes('name="locale"')).toBe(languages.length > 1)
  expect(form.includes('name="currency"')).toBe(codes.length > 0)
})

it('the currency list begins with the shop currency and has each currency once', () => {
  const html = renderShell((app) => {
    app.system.payment.exchangeCurrencies = ['USD', 'CAD', 'CNY'].map((currencyCode) => ({ currencyCode }))
  })
  const options = [...dialog(html, 'preferences-dialog').matchAll(/<option value="([A-Z]{3})"/g)].map(
    (match) => match[1],
  )
  expect(options).toEqual(['CAD', 'USD', 'CNY'])
})

it('a header entry with a submenu is a disclosure; the others are links', () => {
  const html = header(
    renderShell(
      (app) => (app.navigation.headerMenu = [menu('Food', link('Bread', 'products/bread')), link('Tea', 'tag/tea')]),
    ),
  )
  expect(html).toMatch(
    /<details[^>]*class="submenu".*<summary>Food.*href="\/store\/productlist\?cat=bread".*<\/details>/,
  )
  expect(html).toContain('href="/store/tag/tea"')
})

it('the side menu visually cuts its labels at 20 characters, those of submenus at 24', () => {
  const long = 'x'.repeat(30)
  const html = dialog(
    renderShell((app) => (app.navigation.sideMenu = [link(long, 'store'), menu(`y${long}`, link(`z${long}`, 'home'))])),
    'side-menu',
  )
  const cut = [...html.matchAll(/<span aria-hidden="true" title="(\w+)">(\w+)…</g)].map(([, whole, shown]) => [
    whole,
    shown?.length,
  ])
  expect(cut).toEqual([
    [long, 20],
    [`y${long}`, 20],
    [`z${long}`, 24],
  ])
})

it('the side menu has the social icons, the footer menu, payment marks and company lines', () => {
  const html = dialog(renderShell(), 'side-menu')
  const icons = [...html.matchAll(/aria-label="(\w+) \(opens/g)].map((match) => match[1])
  expect(icons).toEqual(['Instagram', 'Facebook', 'Twitter', 'YouTube', 'LinkedIn'])
  const parts = ['footer-link', 'class="payment-marks"', 'class="company-line"', 'class="powered-by"']
  for (const part of parts) expect(html).toContain(part)
})

it('the location dialog has a title, and a close button only if a store is chosen', () => {
  const html = dialog(renderShell(), 'locations-dialog')
  expect(html).toContain('>Choose the Location</h2>')
  expect(dialog(renderShell(inChinese), 'locations-dialog')).toContain('>选择门店</h2>')
  expect(html).toContain('aria-label="Close"')
  for (const unset of ['locid', 'locname'] as const) {
    const open = dialog(
      renderShell((app) => (app.appDetail[unset] = '')),
      'locations-dialog',
    )
    expect(open).not.toContain('aria-label="Close"')
  }
})

it('the location dialog lists the stores of each province with name and address', () => {
  const html = dialog(
    renderShell((app) => {
      const far = store('burnaby', 'Burnaby')
      app.system.storeLocations.push({ ...far, address: { ...far.address, province: 'BC', postCode: 'V5H 4N2' } })
    }),
    'locations-dialog',
  )
  const provinces = html.split('<details').slice(1)
  expect(provinces.map((text) => /<summary>([^<]+)/.exec(text)?.[1])).toEqual(['Ontario', 'British Columbia'])
  expect(provinces.map((text) => [...text.matchAll(/value="(\w+)"/g)].map((match) => match[1]))).toEqual([
    ['markham', 'toronto'],
    ['burnaby'],
  ])
  const words = (provinces[1] ?? '').replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ')
  expect(words).toContain('Store in Burnaby 1 Main Street Burnaby , BC V5H 4N2')
})

it('the location dialog offers the visitor’s location if several stores exist and one has coordinates', () => {
  const offers = (change: Change) => dialog(renderShell(change), 'locations-dialog').includes('Use my location')
  const place = (app: AppContent, index: number) =>
    Object.assign(app.system.storeLocations[index] ?? {}, { point: { latitude: 43.8, longitude: -79.3 } })
  expect(offers(() => {})).toBe(false)
  expect(offers((app) => place(app, 1))).toBe(true)
  expect(
    offers((app) => {
      place(app, 0)
      app.system.storeLocations.splice(1)
    }),
  ).toBe(false)
})

it('the location dialog has today’s hours, methods, map and telephone of each store', () => {
  const html = (change: Change = () => {}) =>
    dialog(
      renderShell((app, info) => {
        change(app, info)
        // 20 November 2026 is a Friday.
        Object.assign(app.system.storeLocations[0] ?? {}, {
          hours: [{ weekday: 5, from: '09:00', to: '21:30' }],
          methods: ['PICKUP', 'EAT_IN'],
        })
      }),
      'locations-dialog',
    )
      .split('store-card')[1]
      ?.replace(/<svg.*?<\/svg>/g, '')
      .replace(/<[^>]*>/g, '|')
      .replace(/[|]+/g, '|')
  expect(html()).toContain('|Open until 9:30\u00a0p.m.|Today 9\u00a0a.m.–9:30\u00a0p.m.|Pickup|Dine in|')
  expect(html(inChinese)).toContain('|营业至 21:30|今天 09:00–21:30|自取|堂食|')
  expect(dialog(renderShell(), 'locations-dialog')).toContain('href="tel:4165550100"')
  expect(dialog(renderShell(), 'locations-dialog')).toContain('href="https://map.example"')
})

it('a tab has its name in the language, a picture and a link', () => {
  const own: MenuItem = { name: 'Tea', nameContent: { zh: '茶' }, icon: '/media/tea.svg', link: 'tag/tea' }
  const html = (change: Change = () => {}) =>
    tabs(
      renderShell((app, info) => {
        change(app, info)
        app.navigation.footerTabs = [own]
      }),
    )
  expect(html()).toMatch(/href="\/store\/tag\/tea".*<img src="https:\/\/cdn\.example\/media\/tea\.svg"[^>]*>Tea/)
  expect(html(inChinese)).toContain('茶')
})

it('a tab without a link opens the support sheet', () => {
  const html = tabs(renderShell((app) => (app.navigation.footerTabs = [{ name: 'Support' }])))
  expect(html).toMatch(/<button[^>]*popoverTarget="support-dialog"/)
})

it.each<[string, number, boolean]>([
  ['checkout', 2, true],
  ['checkout/cart', 2, true],
  ['checkout', 0, false],
  ['store', 2, false],
])('the tab of %s with %i lines in the cart has a badge: %s', (to, itemCount, has) => {
  const cart = { itemCount } as ShellData['cart']
  const html = tabs(renderShell((app) => (app.navigation.footerTabs = [link('Tab', to)]), { cart }))
  expect(html.includes('class="badge"')).toBe(has)
})

const inFooter = (item: Partial<MenuItem>) =>
  part(
    footer(renderShell((app) => (app.navigation.footerMenu = [{ name: 'Entry', ...item }]))),
    'footer-menu',
    '</nav>',
  )

it('a footer entry is an internal link, an external link in a new tab, or text', () => {
  expect(inFooter({ link: 'tag/tea', linkActionType: 'INTERNAL_LINK' })).toMatch(/<a [^>]*href="\/store\/tag\/tea"/)
  expect(inFooter({ link: 'https://a.example', linkActionType: 'EXTERNAL_LINK' })).toMatch(
    /<a href="https:\/\/a\.example"[^>]*target="_blank" rel="noopener"/,
  )
  expect(inFooter({})).toContain('<span class="footer-link">Entry</span>')
})

it('a footer entry for another location sets it; one for the current location only links to its target', () => {
  const setting = (storeLocationId: string, targetLink?: string) =>
    inFooter({ linkActionType: 'SET_LOCATION', navLink: { storeLocationId, targetLink } })
  const other = setting('toronto', 'products/tea')
  expect(other).toMatch(/<form[^>]*action="\/preferences"/)
  expect(other).toContain('<input type="hidden" name="target" value="/store/productlist?cat=tea"/>')
  expect(other).toMatch(/<button type="submit" value="toronto"[^>]*name="locationId"/)
  expect(setting('toronto')).toContain('<input type="hidden" name="redirectTo" value="/home"/>')
  expect(setting('toronto')).not.toContain('name="target"')
  const same = setting('markham', 'products/tea')
  expect(same).not.toContain('<form')
  expect(same).toMatch(/<a [^>]*href="\/store\/productlist\?cat=tea"/)
  expect(setting('markham')).not.toMatch(/<form|<a /)
})

it('the footer has its headings, company line and powered-by bar in both languages', () => {
  const html = footer(renderShell()).replaceAll('<!-- -->', '')
  expect(html).toContain('>Follow Us</h2>')
  expect(html).toContain('>Payment</h2>')
  expect(html).toContain('© 2026 Lantern Lane · All Rights Reserved')
  expect(html.replace(/<[^>]*>/g, '')).toContain('PWA POWERED BY Storefront &amp; Works')
  const chinese = footer(renderShell(inChinese))
  for (const words of ['关注我们', '支付方式', '版权所有']) expect(chinese).toContain(words)
})

it('from the details on, the header has logo, back, language and help, the footer is collapsed, no tabs', () => {
  for (const [path, back] of [
    ['/checkout/checkout', '/checkout/cart'],
    ['/checkout/payment', '/checkout/checkout'],
    ['/checkout/campaignPayment?FissionSale=pears', '/checkout/campaignCheckout?FissionSale=pears'],
  ] as const) {
    const html = renderShell(undefined, {}, path)
    const header = html.slice(html.indexOf('<header'), html.indexOf('</header>'))
    expect([...header.matchAll(/href="([^"]*)"/g)].map(([, href]) => href)).toEqual([back, '/home'])
    expect(count(header, '<button')).toBe(2)
    expect(html).not.toContain('class="tab-bar"')
    expect(footer(html)).toMatch(/<details><summary>About (<!-- -->)?Lantern Lane/)
    expect(footer(html)).toContain('All Rights Reserved')
  }
  expect(renderShell(undefined, {}, '/checkout/cart')).toContain('class="tab-bar"')
})

it('each page has one footer, with space for the tabs if there are any', () => {
  for (const path of ['/', '/store', '/checkout', '/store/groupCampaigns', '/user/list'])
    expect(count(renderShell(undefined, {}, path), '<footer')).toBe(1)
  expect(renderShell()).toContain('footer-above-tabs')
  expect(renderShell((app: AppContent) => (app.navigation.footerTabs = []))).not.toContain('footer-above-tabs')
})
