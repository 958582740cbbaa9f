import { createHash } from 'node:crypto'
import { and, eq, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { MovementReason, StockChangeKind } from '#contract/constants.ts'
import { dayMs } from '#contract/durations.ts'
import type { StockChangeResult, stockStaffCalls } from '#contract/office/stock.ts'
import type { Text } from '#contract/shapes.ts'
import { sum } from '#contract/sum.ts'
import { bilingualText } from '#server/platform/bilingual.ts'
import type { Context } from '#server/platform/context.ts'
import { transact } from '#server/platform/database/transactions.ts'
import type { FailureItem } from '#server/platform/fail.ts'
import { fail, failAll } from '#server/platform/fail.ts'
import { canAccessStore } from '#server/platform/http/office-access.ts'
import { optionText } from './card.ts'
import { findStore } from './office-stock.ts'
import { readRows } from './product-list.ts'
import { lockStock } from './queries.ts'
import type { FindWaiting, StoreStockLine } from './stock.ts'
import { makeRows, publishStock, staffName, time, wantedRows } from './stock.ts'
import type { Option } from './tables.ts'
import { stockChanges } from './tables.ts'

/**
 * Changes of stock by staff. The page creates an id for each submission. Each change first inserts a row with this id
 * into `stock_changes`. A repeated submission waits at this row until the first submission has ended. Then it changes
 * nothing and returns the answer of the first submission.
 */

type Calls = typeof stockStaffCalls
type Input<Name extends keyof Calls> = z.output<Calls[Name]['input']>

/** Adds pieces that arrived. */
export const receiveStock = (ctx: Context, input: Input<'receiveStock'>): Promise<StockChangeResult> =>
  runOnce(ctx, { kind: 'receive', input }, async (ctx) =>
    applyChange(ctx, input, { goods: await findGoods(ctx, input.lines), reason: 'received' }),
  )

/**
 * Sets the pieces on hand of counted variants, but never below their held pieces. If a line has `countedAt`, its
 * quantity includes the pieces of waiting orders, and the function subtracts these pieces.
 */
export const countStock = (
  ctx: Context,
  input: Input<'countStock'>,
  findWaiting: FindWaiting,
): Promise<StockChangeResult> =>
  runOnce(ctx, { kind: 'count', input }, async (ctx) =>
    applyChange(ctx, input, { goods: await findGoods(ctx, input.lines), reason: 'counted', findWaiting }),
  )

/** Adds or removes pieces. Fails with `stock.short` if the change would remove held pieces. */
export const correctStock = (ctx: Context, input: Input<'correctStock'>): Promise<StockChangeResult> =>
  runOnce(ctx, { kind: 'correct', input }, async (ctx) =>
    applyChange(ctx, input, { goods: await findGoods(ctx, input.lines), reason: 'counted' }),
  )

/** Removes pieces for a reason. Fails with `stock.short` if the change would remove held pieces. */
export const wasteStock = (ctx: Context, input: Input<'wasteStock'>): Promise<StockChangeResult> =>
  runOnce(ctx, { kind: 'waste', input }, async (ctx) => {
    const goods = await findGoods(ctx, input.lines)
    return applyChange(ctx, input, { goods: goods.map(negate), reason: input.reason })
  })

/** Moves pieces to another store. Fails with `stock.short` if the change would move held pieces. */
export const moveStock = (ctx: Context, input: Input<'moveStock'>): Promise<StockChangeResult> =>
  runOnce(ctx, { kind: 'move', input }, async (ctx) => {
    const { location, to } = input
    if (location === to) fail('stock.same_store', {}, 'to')
    await requireStore(ctx, to)
    const goods = await findGoods(ctx, input.lines)
    return applyChange(ctx, input, {
      goods: goods.map(negate),
      otherStoreLines: goods.map(({ sku, quantity }) => ({ sku, quantity, locationId: to })),
      reason: 'moved',
    })
  })

/**
 * Undoes a change. A repeated undo changes nothing. Fails with `not_found` if the change is unknown or is itself an
 * undo. Also fails with `not_found` if pieces were moved to a store that the caller may not manage. Fails with
 * `stock.short` if shoppers now hold pieces that the undo would remove.
 */
export const undoStockChange = (ctx: Context, input: Input<'undoStockChange'>): Promise<StockChangeResult> =>
  transact(ctx, async (ctx) => {
    const { location, change } = input
    const changeAtStore = and(eq(stockChanges.id, change), eq(stockChanges.locationId, location))
    // The lock prevents two concurrent undos of the same change.
    const [original] = await ctx.db.select().from(stockChanges).where(changeAtStore).for('update')
    if (!original || original.kind === 'undo') fail('not_found')
    const to = original.toLocationId
    if (to) await requireStore(ctx, to)
    const [existingUndo] = await ctx.db.select().from(stockChanges).where(eq(stockChanges.undoes, change))
    if (existingUndo) return storedAnswer(existingUndo)
    return runOnce(
      ctx,
      { kind: 'undo', input: { ...input, note: '', ...(to && { to }) }, undoes: change },
      async (ctx) => {
        const movedLines = await readRows<GoodsLine & StoreStockLine>(
          ctx,
          sql`select ${goodColumns}, m.location_id as "locationId", -sum(m.quantity)::int as quantity
        from stock_movements m join variants v on v.sku = m.sku join products p on p.id = v.product_id
        where m.change_id = ${change} group by v.sku, p.id, m.location_id`,
        )
        const isAtStore = ({ locationId }: StoreStockLine) => locationId === location
        const there = movedLines.filter((line) => !isAtStore(line))
        return applyChange(ctx, input, {
          goods: movedLines.filter(isAtStore),
          otherStoreLines: there,
          reason: 'undone',
        })
      },
    )
  })

async function requireStore(ctx: Context, location: string) {
  await findStore(ctx, location)
  if (!canAccessStore(ctx, 'stock.work', location)) fail('not_found')
}

interface Submission {
  kind: StockChangeKind
  input: { submission: string; location: string; note: string; to?: string; reason?: string }
  /** The id of the change that this change undoes. */
  undoes?: string
}

/**
 * Runs a change and logs it. A repeated submission changes nothing and gets the stored answer. Fails with
 * `request.key_reused` if another submission has used this id.
 */
function runOnce(
  ctx: Context,
  { kind, input, undoes }: Submission,
  write: (ctx: Context) => Promise<StockChangeResult['lines']>,
): Promise<StockChangeResult> {
  const { submission: id, location, note, to, reason } = input
  const inputHash = createHash('sha256')
    .update(JSON.stringify([kind, input]))
    .digest('base64url')
  return transact(ctx, async (ctx) => {
    await findStore(ctx, location)
    const inserted = await ctx.db
      .insert(stockChanges)
      .values({ id, kind, locationId: location, inputHash, note, at: ctx.app.now(), toLocationId: to, undoes })
      .onConflictDoNothing({ target: stockChanges.id })
      .returning({ id: stockChanges.id })
    if (inserted.length === 0) {
      const [first] = await ctx.db.select().from(stockChanges).where(eq(stockChanges.id, id))
      return first?.inputHash === inputHash ? storedAnswer(first) : fail('request.key_reused')
    }
    const answer = { change: id, lines: await write(ctx) }
    await ctx.db.update(stockChanges).set({ answer }).where(eq(stockChanges.id, id))
    const [first, second] = answer.lines
    const shelves = answer.lines.flatMap(({ sku, shelf }) => (shelf ? [{ sku, ...shelf }] : []))
    const countsOf = (name: 'counted' | 'waiting' | 'missing') =>
      shelves.flatMap(({ sku, [name]: count }) => (count > 0 || name === 'counted' ? [`${sku} ${count}`] : []))
    const shelfFields = { onShelf: countsOf('counted'), inOrders: countsOf('waiting'), missing: countsOf('missing') }
    ctx.staff?.note({
      subject: first && !second ? first.sku : '',
      after: {
        ...(reason && { reason }),
        ...(to && { store: to }),
        ...(note && { note }),
        lines: answer.lines.map(({ sku, before, after }) => `${sku} ${before} → ${after}`),
        ...Object.fromEntries(Object.entries(shelfFields).filter(([, counts]) => counts.length > 0)),
      },
    })
    await ctx.staff?.log?.(ctx)
    return answer
  })
}

// The cast is safe, because `runOnce` stores only a `StockChangeResult`.
const storedAnswer = ({ answer }: { answer: object | null }) => answer as StockChangeResult

interface GoodsLine {
  sku: string
  name: Text
  options: Option[]
  optionPair: string
  quantity: number
  /** When staff counted the shelf, as ISO text. Null if `quantity` does not include the pieces of waiting orders. */
  countedAt?: string | null
}
const goodColumns = sql`v.sku, p.name, p.options, v.option_pair as "optionPair"`
const negate = (good: GoodsLine): GoodsLine => ({ ...good, quantity: -good.quantity })

/**
 * The variants of SKUs or barcodes, with the sum of their quantities. Fails for each code that names no variant
 * (`staff.unknown`), several variants (`stock.same_barcode`), or a variant without a stock count (`staff.not_counted`).
 */
async function findGoods(
  ctx: Context,
  lines: { code: string; quantity: number; countedAt?: string | undefined }[],
): Promise<GoodsLine[]> {
  const summedLines = [...Map.groupBy(lines, ({ code }) => code)].map(([code, same]) => ({ code, ...total(same) }))
  const rows = await readRows<GoodsLine & { code: string; sku: string | null; counted: boolean }>(
    ctx,
    sql`select w.code, w.quantity, w."countedAt", v.counted, ${goodColumns}
    from json_to_recordset(${JSON.stringify(summedLines)}::json) as w(code text, quantity int, "countedAt" text)
    left join lateral (
      select * from variants o where o.sku = w.code
      union all
      select * from variants o where o.barcode = w.code and o.active
        and not exists (select from variants x where x.sku = w.code)
    ) v on true
    left join products p on p.id = v.product_id order by v.sku`,
  )
  const rowsByCode = Map.groupBy(rows, ({ code }) => code)
  const failures = [...rowsByCode].flatMap(([code, [first, second]]): FailureItem[] => {
    if (!first?.sku)
      return [{ code: 'staff.unknown', details: { code, what: bilingualText('staff.a_code', { code }) } }]
    if (second) return [{ code: 'stock.same_barcode', details: { code } }]
    return first.counted ? [] : [{ code: 'staff.not_counted', details: { code, sku: first.sku } }]
  })
  if (failures.length > 0) failAll(failures)
  // A SKU and a barcode can name the same variant, so their lines are added up.
  return [...Map.groupBy(rows, ({ sku }) => sku).values()].flatMap((same) =>
    same.slice(0, 1).map((good) => ({ ...good, ...total(same) })),
  )
}

/** Adds up the pieces of several lines of the same goods. `countedAt` is the latest time of these lines. */
function total(lines: { quantity: number; countedAt?: string | null | undefined }[]) {
  const times = lines.flatMap(({ countedAt }) => (countedAt ? [new Date(countedAt).toISOString()] : []))
  return { quantity: sum(lines.map(({ quantity }) => quantity)), countedAt: times.sort().at(-1) ?? null }
}

interface StockUpdate {
  /** Pieces to add at the store; negative to remove them. */
  goods: GoodsLine[]
  /** Pieces to add at another store. */
  otherStoreLines?: StoreStockLine[]
  reason: MovementReason
  /** Set for a count: each quantity is the counted number of pieces instead of a number of pieces to add. */
  findWaiting?: FindWaiting
}

/**
 * Locks the stock rows in a fixed order and changes them. Returns the pieces of each variant at the store before and
 * after.
 */
async function applyChange(
  ctx: Context,
  { location, submission }: { location: string; submission: string },
  { goods, otherStoreLines: there = [], reason, findWaiting }: StockUpdate,
): Promise<StockChangeResult['lines']> {
  const storeLines = goods.map(({ sku, quantity }) => ({ sku, quantity, locationId: location }))
  const linesSql = wantedRows([...storeLines, ...there])
  await makeRows(ctx, linesSql)
  await ctx.db.execute(lockStock(sql`select sku, "locationId" from ${linesSql}`))
  // Reads the rows in a separate statement. A statement that waits for locks does not see what other transactions wrote
  // while it waited.
  const rows = await readRows<StoreStockLine & { onHand: number; held: number }>(
    ctx,
    sql`select s.sku, s.location_id as "locationId", w.quantity, s.on_hand as "onHand", s.held
    from ${linesSql} join stock s on s.sku = w.sku and s.location_id = w."locationId" order by s.sku, s.location_id`,
  )
  const shelves = findWaiting ? await countShelves(ctx, { location, goods, findWaiting }) : new Map<string, Shelf>()
  const changes = rows.map(({ quantity, ...row }) => {
    if (!findWaiting) return { ...row, delta: quantity, isRaised: false }
    const counted = Math.max(quantity - (shelves.get(row.sku)?.waiting ?? 0), 0)
    return { ...row, delta: Math.max(counted, row.held) - row.onHand, isRaised: counted < row.held }
  })
  const insufficient = changes.filter(({ onHand, held, delta }) => delta < 0 && onHand + delta < held)
  const goodsBySku = new Map(goods.map((good) => [good.sku, good]))
  if (insufficient.length > 0) {
    failAll(
      insufficient.map(({ sku, onHand, held }) => ({
        code: 'stock.short',
        details: { sku, name: goodsBySku.get(sku)?.name ?? sku, free: onHand - held, held },
      })),
    )
  }
  const moved = changes.filter(({ delta }) => delta !== 0)
  if (moved.length > 0) {
    const deltas = wantedRows(moved.map(({ delta, ...row }) => ({ ...row, quantity: delta })))
    await ctx.db.execute(sql`update stock s set on_hand = s.on_hand + w.quantity from ${deltas}
      where s.sku = w.sku and s.location_id = w."locationId"`)
    await ctx.db.execute(sql`insert into stock_movements (location_id, sku, quantity, reason, by, change_id, at)
      select w."locationId", w.sku, w.quantity, ${reason}::text, ${staffName(ctx)}::text, ${submission}::uuid,
      ${time(ctx.app.now())} from ${deltas} order by w.sku, w."locationId"`)
    await publishStock(ctx, [...new Set(moved.map(({ sku }) => sku))])
  }
  return changes
    .filter(({ locationId }) => locationId === location)
    .flatMap(({ sku, onHand, held, delta, isRaised }) => {
      const good = goodsBySku.get(sku)
      if (!good) return []
      const detail = optionText(good.options, good.optionPair)
      const shelf = shelves.get(sku)
      const line = { sku, name: good.name, detail, before: onHand, after: onHand + delta, held, isRaised }
      return [{ ...line, ...(shelf && { shelf }) }]
    })
}

/** The shop treats an older count as if it had this age, so that `findWaiting` reads only recent hand-overs. */
const maxCountAgeMs = 7 * dayMs

type Shelf = NonNullable<StockChangeResult['lines'][number]['shelf']>

/**
 * Returns the counted, waiting and missing pieces of each of the goods with `countedAt`. The caller must have locked
 * the stock rows, so that no order can sell or return these goods until the count is written.
 */
async function countShelves(
  ctx: Context,
  { location, goods, findWaiting }: { location: string; goods: GoodsLine[]; findWaiting: FindWaiting },
): Promise<Map<string, Shelf>> {
  const now = ctx.app.now().getTime()
  const counted = goods.flatMap(({ sku, quantity, countedAt }) => {
    if (!countedAt) return []
    // The clock of a device may be ahead, so a time in the future counts as now.
    const time = Math.min(Math.max(Date.parse(countedAt), now - maxCountAgeMs), now)
    return [{ sku, quantity, countedAt: new Date(time) }]
  })
  if (counted.length === 0) return new Map()
  const waitingBySku = await findWaiting(ctx, { location, goods: counted })
  return new Map(
    counted.map(({ sku, quantity }) => {
      const waiting = waitingBySku.get(sku) ?? 0
      return [sku, { counted: quantity, waiting, missing: Math.max(waiting - quantity, 0) }]
    }),
  )
}
