import type pg from 'pg'
import { ApiError } from '#contract/api-error.ts'
import type { Client } from '#contract/client.ts'
import type { RunningServer } from '#tests/server.ts'
import { createShopper } from '#tests/shopper.ts'

const pieces = 100
const shoppers = 500
const arrivalMs = 10_000
const id = 'bench-flash'
const point = `${id}-p1`
/** The error codes that a shopper gets when no piece or place is left. */
const expectedRefusals = new Set(['cart.out_of_stock', 'campaigns.full'])

type PurchaseOutcome = { ended: 'placed' | 'refused' | 'other'; ms: number; code: string }

/**
 * Creates a group-buy of 100 pieces. 500 shoppers arrive within ten seconds and try to place an order. Meanwhile, five
 * other visitors open lists and pages. Returns rows of results.
 */
export async function measureFlash(db: pg.Pool, server: RunningServer): Promise<string[][]> {
  await openCampaign(db)
  const browsing = startBrowsing(server.url)
  const outcomes = await Promise.all(
    Array.from({ length: shoppers }, async (_, n) => {
      await new Promise((resolve) => setTimeout(resolve, (n * arrivalMs) / shoppers))
      return attemptPurchase(server.url, n)
    }),
  )
  const pages = await browsing.stop()
  const countOf = (ended: PurchaseOutcome['ended']) => outcomes.filter((ending) => ending.ended === ended).length
  const refusals = outcomes.filter(({ ended }) => ended === 'refused').map(({ ms }) => ms)
  const others = [...new Set(outcomes.filter(({ ended }) => ended === 'other').map(({ code }) => code))]
  const [item] = (await db.query('select held, sold from campaign_items where campaign_id = $1', [id])).rows
  return [
    [
      `${shoppers} shoppers in ${arrivalMs / 1000} s for ${pieces} pieces of a group-buy`,
      `${countOf('placed')} orders, ${item.held + item.sold} pieces taken`,
      '',
      `${pieces} of both`,
      `p99 ${p99(outcomes.filter(({ ended }) => ended === 'placed').map(({ ms }) => ms))} ms the last step`,
    ],
    [
      'told plainly that nothing is left',
      `${refusals.length} people, ${others.length > 0 ? `others: ${others.join(', ')}` : 'nobody else'}`,
      '',
      `${shoppers - pieces}, p99 ≤ 2000 ms`,
      `p99 ${p99(refusals)} ms`,
    ],
    [
      'lists and pages of the shop meanwhile',
      `${pages.times.length} answers, ${pages.failed} failed`,
      '',
      'p99 ≤ 300 ms, none failed',
      `p99 ${p99(pages.times)} ms`,
    ],
  ]
}

async function openCampaign(db: pg.Pool) {
  const [template] = (
    await db.query<{ sku: string; price: number }>(
      `select v.sku, v.price from variants v join products p on p.id = v.product_id
       where v.active and p.record_status = 'ACTIVE' and p.tax_class = 'standard' and p.type = 'STANDARD'
         and not exists (select 1 from product_modifier_groups g where g.product_id = p.id) order by v.sku limit 1`,
    )
  ).rows
  if (!template) throw new Error('the shop has no product without choices')
  const toTextJson = (en: string, zh: string) => JSON.stringify({ en, zh })
  const name = toTextJson('Bench', '测试')
  await db.query(
    `insert into campaigns (id, location_id, title, organiser, story, rules, opens_at, closes_at, goal_kind)
     select $1, l.id, $2, $2, $2, $2, now() - interval '1 minute', now() + interval '1 hour', 'none'
     from locations l order by l.id limit 1`,
    [id, name],
  )
  await db.query(
    `insert into campaign_items (id, campaign_id, sku, stock, tiers) values ($1 || '-i1', $1, $2, $3, $4)`,
    [id, template.sku, pieces, JSON.stringify([{ from: 1, price: template.price }])],
  )
  await db.query(
    `insert into campaign_points (id, campaign_id, name, address, note) values ($1, $2, $3, '1 Main Street', $3)`,
    [point, id, name],
  )
  await db.query(
    `insert into campaign_windows (point_id, date, from_time, until_time)
     values ($1, (now() + interval '3 days')::date, '10:00', '12:00')`,
    [point],
  )
}

/**
 * Acts as one shopper, who opens the campaign and goes through all steps up to the order. Stops at the first step that
 * fails. `ms` is the duration of the last step that the shopper tried.
 */
async function attemptPurchase(url: string, n: number): Promise<PurchaseOutcome> {
  const { api } = createShopper(url)
  const timer = { began: performance.now() }
  const step = <Result>(work: Promise<Result>) => {
    timer.began = performance.now()
    return work
  }
  const elapsed = () => performance.now() - timer.began
  try {
    await buy(api, n, step)
    return { ended: 'placed', ms: elapsed(), code: '' }
  } catch (error) {
    const code = error instanceof ApiError ? `${error.status} ${error.code}` : String(error)
    const isExpected = error instanceof ApiError && expectedRefusals.has(error.code)
    return { ended: isExpected ? 'refused' : 'other', ms: elapsed(), code }
  }
}

async function buy(api: Client, n: number, step: <Result>(work: Promise<Result>) => Promise<Result>) {
  const { items } = await step(api.campaigns.detail({ id }))
  await step(api.campaignCart.add({ id, sku: items[0]?.sku ?? '', quantity: 1 }))
  const fissionCampaignId = id
  const { campaign } = await step(api.checkout.config({ fissionCampaignId }))
  const window = campaign?.points[0]?.windows[0]
  if (!window) throw new Error('there is no window')
  const pickup = { pickupPointId: point, date: window.date, time: window.from }
  const contact = { name: `Bench ${n}`, phone: `416 555 ${1000 + n}`, email: `flash${n}@example.com` }
  const steps = {
    setMethod: { method: 'PICKUP' },
    setPickupSlot: pickup,
    setContact: contact,
    setComment: { comment: '' },
  }
  await step(api.checkout.fillIn({ fissionCampaignId, steps }))
  const bill = await step(api.billing.view({ fissionCampaignId }))
  await step(api.billing.place({ id: bill.id, hash: bill.hash }))
}

/** Simulates visitors who request one URL after the other until stopped. */
function startBrowsing(url: string) {
  const api = '/api/istore/client/productManagement2'
  const paths = ['/home', '/store/productlist?cat=all', `${api}/products?numberToLoad=12&startingPosition=0`]
  const times: number[] = []
  let failed = 0
  let isOver = false
  const browse = async (n: number) => {
    const { walk } = createShopper(url)
    for (let turn = n; !isOver; turn++) {
      const startedAt = performance.now()
      const response = await walk(paths[turn % paths.length] ?? '')
      await response.arrayBuffer()
      times.push(performance.now() - startedAt)
      if (!response.ok) failed++
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
  }
  const visitors = Promise.all(Array.from({ length: 5 }, (_, n) => browse(n)))
  return {
    async stop() {
      isOver = true
      await visitors
      return { times, failed }
    },
  }
}

function p99(times: number[]): number {
  const sorted = times.toSorted((one, other) => one - other)
  return Math.round(sorted[Math.floor(sorted.length * 0.99)] ?? 0)
}
