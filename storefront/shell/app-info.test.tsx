import { expect, it } from 'vitest'
import { messages } from '#contract/messages.ts'
import type { AppContent } from '#contract/shell.ts'
import type { ShellData } from '#storefront/core/shell-data.ts'
import type { Change } from '#tests/shell-page.tsx'
import { link, renderShell, store } from '#tests/shell-page.tsx'

it.each<[string, Change]>([
  ['storeName', (app) => (app.storeName = 'Another')],
  ['storeLogo', (app) => (app.storeLogo = '2')],
  ['favicon', (app) => (app.favicon.imageURL = '/media/other.svg')],
  ['footerLogo', (app) => (app.footerLogo.imageURL = undefined)],
  ['isWmp', (app) => (app.appDetail.isWmp = true)],
  ['isAac', (app) => (app.appDetail.isAac = true)],
  ['appDomain', (app) => (app.appDetail.appDomain = 'https://other.example')],
  ['cdnpath', (app) => (app.appDetail.cdnpath = 'https://cdn2.example')],
  ['caid', (app) => (app.appDetail.caid = 'shop-2')],
  ['locid', (app) => (app.appDetail.locid = 'toronto')],
  ['locname', (app) => (app.appDetail.locname = 'Elsewhere')],
  ['providerURL', (app) => (app.appDetail.providerURL = 'https://others.example')],
  ['serverTime', (app) => (app.appDetail.serverTime = '2027-11-20T15:00:00Z')],
  ['varFooter.color', (app) => (app.css.varFooter.color = '#eeeeee')],
  ['varFooter.background', (app) => (app.css.varFooter.background = '#111111')],
  ['varButton.color', (app) => (app.css.varButton.color = '#fff8f0')],
  ['varButton.background', (app) => (app.css.varButton.background = '#104080')],
  ['varSideMenu.color', (app) => (app.css.varSideMenu.color = '#000000')],
  ['varSideMenu.background', (app) => (app.css.varSideMenu.background = '#fff8f0')],
  ['varHeaderNavActive.color', (app) => (app.css.varHeaderNavActive.color = '#104080')],
  ['varHeaderNavActive.background', (app) => (app.css.varHeaderNavActive.background = '#eeeeee')],
  ['headerMenu', (app) => (app.navigation.headerMenu = [link('Bread', 'products/bread')])],
  ['sideMenu', (app) => (app.navigation.sideMenu = [])],
  ['footerMenu', (app) => (app.navigation.footerMenu = [])],
  ['footerTabs', (app) => (app.navigation.footerTabs = [])],
  ['notDisplayheaderInDesktop', (app) => (app.headerControl.notDisplayheaderInDesktop = true)],
  ['currentLocale', (app) => (app.system.appMessage.currentLocale = 'zh')],
  ['messages', (app) => (app.system.appMessage.applicationMessage.messages = messages.zh)],
  ['instagram', (app) => (app.system.social.instagram = { pageURL: 'https://instagram.example' })],
  ['facebook', (app) => (app.system.social.facebook = {})],
  ['twitter', (app) => (app.system.social.twitter = {})],
  ['youTube', (app) => (app.system.social.youTube = {})],
  ['linkedin', (app) => (app.system.social.linkedin = {})],
  ['pinterest', (app) => (app.system.social.pinterest = {})],
  ['supportVisa', (app) => (app.system.payment.supportVisa = false)],
  ['supportMasterCard', (app) => (app.system.payment.supportMasterCard = false)],
  ['supportAmex', (app) => (app.system.payment.supportAmex = false)],
  ['supportPayPal', (app) => (app.system.payment.supportPayPal = false)],
  ['supportWeChatPay', (app) => (app.system.payment.supportWeChatPay = false)],
  ['supportAliPay', (app) => (app.system.payment.supportAliPay = false)],
  ['supportUnionPay', (app) => (app.system.payment.supportUnionPay = false)],
  ['supportInterac', (app) => (app.system.payment.supportInterac = false)],
  ['supportApplePay', (app) => (app.system.payment.supportApplePay = false)],
  ['supportGooglePay', (app) => (app.system.payment.supportGooglePay = false)],
  ['currencyType', (app) => (app.system.payment.defaultCurrency.currencyType = 'dollar')],
  ['currencyCode', (app) => (app.system.payment.defaultCurrency.currencyCode = 'EUR')],
  ['exchangeCurrencies', (app) => (app.system.payment.exchangeCurrencies = [])],
  ['hidePowerBy', (app) => (app.system.appConfig.hidePowerBy = true)],
  ['powerByName', (app) => (app.system.appConfig.powerByName = 'Others')],
  ['powerByFullUrl', (app) => (app.system.appConfig.powerByFullUrl = undefined)],
  ['showPowerByNameOnly', (app) => (app.system.appConfig.showPowerByNameOnly = true)],
  ['enableUserAccounts', (app) => (app.system.appConfig.enableUserAccounts = false)],
  ['enableCheckout', (app) => (app.system.appConfig.enableCheckout = false)],
  ['enableMultiLocationSelection', (app) => (app.system.appConfig.enableMultiLocationSelection = false)],
  ['enableWeChatMiniProgramPromotion', (app) => (app.system.appConfig.enableWeChatMiniProgramPromotion = false)],
  [
    'weChatMiniProgramPromotionURL',
    (app) => (app.system.appConfig.weChatMiniProgramPromotionURL = 'https://wxaurl.cn/promotion'),
  ],
  ['supportedLanguages', (app) => (app.system.appConfig.supportedLanguages = ['en'])],
  ['storeLocations', (app) => app.system.storeLocations.pop()],
  [
    'user',
    (_, info) =>
      Object.assign(info, {
        user: { name: 'Li', email: 'li@shop.example', phone: null, locale: 'en', profileImage: null },
        userID: 'm1',
      }),
  ],
])('the page depends on %s', (_, change) => {
  expect(renderShell(change)).not.toBe(renderShell())
})

it.each<[string, Change]>([
  ['notDisplayheaderInMP', (app) => Object.assign(app.appDetail, { isWmp: true, isMobile: true, isDeskTop: false })],
  ['notDisplayheaderInAli', (app) => Object.assign(app.appDetail, { isAac: true, isMobile: true, isDeskTop: false })],
  ['notDisplayheaderInMobile', (app) => Object.assign(app.appDetail, { isMobile: true, isDeskTop: false })],
  ['notDisplayheaderInDesktop', () => {}],
])('%s hides the header in its own environment only', (name, enter) => {
  const hide = (app: AppContent) => Object.assign(app.headerControl, { [name]: true })
  const hidden = renderShell((app, info) => {
    enter(app, info)
    hide(app)
  })
  expect(hidden).toContain('floating-header')
  expect(renderShell(enter)).not.toContain('floating-header')
  const elsewhere: Change = (app) => {
    app.appDetail.isMobile = name === 'notDisplayheaderInDesktop'
    app.appDetail.isDeskTop = !app.appDetail.isMobile
    hide(app)
  }
  expect(renderShell(elsewhere)).not.toContain('floating-header')
})

it('loads pictures from the CDN path unless their address is https', () => {
  expect(renderShell((app) => (app.storeLogo = '2'))).toContain('src="https://cdn.example/media/logo.svg"')
  const own = renderShell((app) => {
    app.storeLogo = '2'
    app.logo.imageURL = 'https://own.example/logo.svg'
  })
  expect(own).toContain('src="https://own.example/logo.svg"')
  const nameless = renderShell((app) => {
    app.storeLogo = '2'
    app.logo = {}
  })
  expect(nameless).toMatch(/class="brand"[^>]*><span[^>]*>Lantern Lane</)
  const footerOf = (html: string) => /<footer.*<\/footer>/s.exec(html)?.[0] ?? ''
  expect(footerOf(renderShell())).toContain('src="https://cdn.example/media/foot.svg"')
  const ownFooter = renderShell((app) => (app.footerLogo.imageURL = 'https://own.example/foot.svg'))
  expect(footerOf(ownFooter)).toContain('src="https://own.example/foot.svg"')
  const withoutLogo = renderShell((app) => (app.footerLogo = {}))
  expect(footerOf(withoutLogo)).not.toContain('foot.svg')
})

it('shows only Alipay inside the payment app', () => {
  const html = renderShell((app) => {
    app.appDetail.isAac = true
  })
  expect(new Set(html.match(/data-mark="\w+"/g))).toEqual(new Set(['data-mark="Alipay"']))
})

it('leaves a spacer where the mini-program hides the company lines, and shows the rest of the footer', () => {
  const footerOf = (html: string) => /<footer.*<\/footer>/s.exec(html)?.[0] ?? ''
  const inMiniProgram = (hidePowerBy: boolean) =>
    footerOf(
      renderShell((app) => {
        app.appDetail.isWmp = true
        app.system.appConfig.hidePowerBy = hidePowerBy
      }),
    )
  const rest = ['class="footer-menu"', 'data-mark="Alipay"', 'class="social"', 'footer-end']
  for (const part of [...rest, 'company-line', 'powered-by']) expect(inMiniProgram(false)).toContain(part)
  expect(inMiniProgram(false)).not.toContain('footer-spacer')
  for (const part of [...rest, 'footer-spacer']) expect(inMiniProgram(true)).toContain(part)
  for (const part of ['company-line', 'powered-by']) expect(inMiniProgram(true)).not.toContain(part)
})

it('has no checkout links while the checkout is switched off, and keeps the others', () => {
  const html = renderShell((app) => {
    app.system.appConfig.enableCheckout = false
    for (const menu of [app.navigation.headerMenu, app.navigation.sideMenu, app.navigation.footerMenu])
      menu.push(link('Pay now', 'checkout/payment'), {
        ...link('More', 'about'),
        subMenu: [link('Basket', '/checkout')],
      })
  })
  expect(html).not.toMatch(/href="\/checkout/)
  expect(html).toContain('href="/store/search"')
  expect(renderShell()).toMatch(/href="\/checkout/)
})

it('says on every page of the checkout that it is switched off', () => {
  const off = (app: AppContent) => (app.system.appConfig.enableCheckout = false)
  for (const path of ['/checkout', '/checkout/cart', '/checkout/payment', '/checkout/campaignCart'])
    expect(renderShell(off, {}, path), path).toContain('Online ordering is off')
  expect(renderShell(off, {}, '/store')).not.toContain('Online ordering is off')
  expect(renderShell(undefined, {}, '/checkout')).not.toContain('Online ordering is off')
})

it('has search and account at the start of the header, checkout and cart at its end', () => {
  const [, start = '', end = ''] = /header-start(.*)header-end(.*?)<\/header>/s.exec(renderShell()) ?? []
  for (const to of ['/store/search', '/account/login']) expect(start).toContain(`href="${to}"`)
  for (const to of ['/checkout"', '/checkout/cart"']) expect(end).toContain(`href="${to}`)
  expect(end).not.toContain('/account/login')
})

it('shows floating links to menu, search, checkout and cart when the header is switched off', () => {
  const html = renderShell((app) => (app.headerControl.notDisplayheaderInDesktop = true))
  const floating = /<header class="floating-header">.*?<\/header>/s.exec(html)?.[0] ?? ''
  for (const part of ['popovertarget="side-menu"', 'href="/store/search"', 'href="/checkout"', 'href="/checkout/cart"'])
    expect(floating.toLowerCase()).toContain(part)
})

it('offers the contact page only in the mini-program', () => {
  expect(renderShell((app) => (app.appDetail.isWmp = true))).toContain('class="contact-helper"')
  expect(renderShell()).not.toContain('class="contact-helper"')
})

const cartOf = (itemCount: number) => ({ itemCount }) as ShellData['cart']

it('counts the lines of the cart in its badge, up to 99', () => {
  expect(renderShell()).not.toContain('class="badge"')
  expect(renderShell(undefined, { cart: cartOf(0) })).not.toContain('class="badge"')
  expect(renderShell(undefined, { cart: cartOf(1) })).toContain('aria-label="Cart, 1 item"')
  expect(renderShell(undefined, { cart: cartOf(3) })).toContain('aria-label="Cart, 3 items"')
  expect(renderShell(undefined, { cart: cartOf(120) })).toContain('>99+<')
})

it('hides the header menu on campaign pages, and the cart on the campaign list', () => {
  expect(renderShell()).toContain('class="header-menu"')
  expect(renderShell(undefined, {}, '/store/groupCampaign/m1')).not.toContain('class="header-menu"')
  expect(renderShell(undefined, {}, '/store/groupCampaign/m1')).toContain('cart-link')
  expect(renderShell(undefined, {}, '/store/groupCampaigns')).not.toContain('cart-link')
})

it('never offers a hidden or virtual store', () => {
  const html = renderShell((app) => {
    const [, second] = app.system.storeLocations
    app.system.storeLocations.push({ ...store('hidden', 'Nowhere'), display: false })
    if (second) second.virtual = true
  })
  expect(html).toContain('value="markham"')
  expect(html).not.toContain('value="hidden"')
  expect(html).not.toContain('value="toronto"')
})

it('hides the WeChat promotion outside WeChat', () => {
  expect(renderShell(undefined, { isWeChat: false })).not.toContain('class="promotion"')
})
