import { beforeEach, expect, it } from 'vitest'
import type { ApiError } from '#contract/api-error.ts'
import { openStore, setBaseCurrency } from '#tests/catalogue-factory.ts'
import { setUpShop } from '#tests/harness.ts'
import { openOwner } from '#tests/office.ts'
import { setRate, shopCurrency } from './rates.ts'

const shop = setUpShop()
beforeEach(async () => {
  await shop.reset()
  await openStore(shop.ctx())
})

it('the currency of the shop is CAD until the owner sets another', async () => {
  expect(await shopCurrency(shop.ctx())).toBe('CAD')
  await setBaseCurrency(shop.ctx(), 'USD')
  expect(await shopCurrency(shop.ctx())).toBe('USD')
})

it('the rates are relative to the currency of the shop', async () => {
  shop.clock.set('2026-11-20T12:00:00Z')
  await setRate(shop.ctx(), { currency: 'USD', rate: '0.71' })
  await setRate(shop.ctx(), { currency: 'CNY', rate: '5' })
  await setRate(shop.ctx(), { currency: 'CNY', rate: '5.1234' })
  const { currency } = shop.visitor().api
  const answer = await currency.rates()
  expect(answer.baseCurrency).toBe('CAD')
  expect(answer.rates.map(({ currencyCode, rate }) => [currencyCode, rate])).toEqual([
    ['CNY', 5.1234],
    ['USD', 0.71],
  ])
  expect(answer.rates[0]?.at).toMatch(/^2026-11-20T12:00:0/)
  expect(await currency.rate({ currency: 'cny' })).toMatchObject({
    baseCurrency: 'CAD',
    currentCurrency: 'CNY',
    currencyCode: 'CNY',
    rate: 5.1234,
  })
  expect(await currency.rate({ currency: 'CAD' })).toMatchObject({ currencyCode: 'CAD', rate: 1 })
})

it('an unknown currency is not found', async () => {
  const refused = await shop
    .visitor()
    .api.currency.rate({ currency: 'XXX' })
    .catch((error: ApiError) => error)
  expect(refused).toMatchObject({ status: 404, code: 'currency.unknown' })
})

it.each(['0', '-1', '1e3', 'abc', '0.0', ''])('the rate %j is refused', async (rate) => {
  await expect(setRate(shop.ctx(), { currency: 'USD', rate })).rejects.toThrow('is not a rate')
})

it('the owner sets a rate, and staff read the rates that shoppers see', async () => {
  const owner = await openOwner(shop)
  expect(await owner.staff.exchangeRates()).toEqual({ baseCurrency: 'CAD', rates: [] })
  const { rates } = await owner.staff.setExchangeRate({ currency: 'usd', rate: '0.7312' })
  expect(rates).toMatchObject([{ currencyCode: 'USD', rate: 0.7312 }])
  expect(await owner.staff.exchangeRates()).toEqual({ baseCurrency: 'CAD', rates })
  expect((await shop.visitor().api.currency.rates()).rates).toEqual(rates)
  await expect(owner.staff.setExchangeRate({ currency: 'USD', rate: '-1' })).rejects.toMatchObject({ status: 400 })
})
