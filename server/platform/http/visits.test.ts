import { expect, test } from 'vitest'
import { limits } from '#contract/limits.ts'
import { transact } from '#server/platform/database/transactions.ts'
import { openTestShop, setUpShop } from '#tests/harness.ts'
import { openContext, readVisit, sessionCookie } from './visits.ts'

const shop = setUpShop()

async function openVisit(token = '', { app, ip } = { app: shop.app, ip: '127.0.0.1' }) {
  const request = new Request('http://localhost/', {
    headers: { host: 'localhost', cookie: `${sessionCookie(false)}=${token}` },
  })
  const visit = readVisit(app, request, { url: new URL(request.url), ip })
  return { visit, ctx: await openContext(app, visit) }
}

test('a visit keeps its session if the sign-in is rolled back, and changes it with the commit', async () => {
  const guest = await openVisit()
  const guestId = await guest.ctx.ensureSession()
  const { visit, ctx } = await openVisit(guest.visit.token)
  const failed = transact(ctx, async (ctx) => {
    await ctx.renewSession('mei')
    throw new Error('the sign-in failed')
  })
  await expect(failed).rejects.toThrow('the sign-in failed')
  expect([visit.token, visit.isNewToken, visit.setCookies]).toEqual([guest.visit.token, false, []])
  expect([ctx.sessionId, ctx.memberId]).toEqual([guestId, null])
  expect((await openContext(shop.app, visit)).sessionId).toBe(guestId)
  const memberSession = await transact(ctx, (ctx) => ctx.renewSession('mei'))
  expect([ctx.sessionId, ctx.memberId, visit.isNewToken]).toEqual([memberSession, 'mei', true])
  expect((await openContext(shop.app, visit)).memberId).toBe('mei')
  expect((await openVisit(guest.visit.token)).ctx.sessionId).toBeNull()
})

test('new sessions of guests are limited per network', async () => {
  const { app, close } = await openTestShop({ RATE_LIMIT_FACTOR: String(10 / limits.guestSessionsPerNetworkAndHour) })
  const start = async (ip: string) => (await openVisit('', { app, ip })).ctx.ensureSession()
  for (let n = 0; n < 10; n++) await start('192.0.2.1')
  await expect(start('192.0.2.1')).rejects.toMatchObject({ items: [{ code: 'request.too_many' }] })
  await start('192.0.2.2')
  await close()
})
