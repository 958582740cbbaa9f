import { createHash } from 'node:crypto'
import { and, eq, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { MovementReason, StockChangeKind } from '#contract/constants.ts'
import type { StockChangeAnswer, stockStaffCalls } from '#contract/office/stock.ts'
import type { Text } from '#contract/shapes.ts'
import { both } from '#server/platform/bilingual.ts'
import type { Context } from '#server/platform/context.ts'
import { transact } from '#server/platform/database/transactions.ts'
import type { FailureItem } from '#server/platform/fail.ts'
import { fail, failAll } from '#server/platform/fail.ts'
import { isMine } from '#server/platform/http/office-access.ts'
import { optionText } from './card.ts'
import { storeOf } from './office-stock.ts'
import { readRows } from './product-list.ts'
import { lockStock } from './queries.ts'
import type { StockAt } from './stock.ts'
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
export const receiveStock = (ctx: Context, input: Input<'receiveStock'>): Promise<StockChangeAnswer> =>
  once(ctx, { kind: 'receive', input }, async (ctx) =>
    apply(ctx, input, { goods: await goodsOf(ctx, input.lines), reason: 'received' }),
  )

/** Sets the pieces on hand of counted variants, but never below their held pieces. */
export const countStock = (ctx: Context, input: Input<'countStock'>): Promise<StockChangeAnswer> =>
  once(ctx, { kind: 'count', input }, async (ctx) =>
    apply(ctx, input, { goods: await goodsOf(ctx, input.lines), reason: 'counted', isTotal: true }),
  )

/** Adds or removes pieces. Fails with `stock.short` if the change would remove held pieces. */
export const correctStock = (ctx: Context, input: Input<'correctStock'>): Promise<StockChangeAnswer> =>
  once(ctx, { kind: 'correct', input }, async (ctx) =>
    apply(ctx, input, { goods: await goodsOf(ctx, input.lines), reason: 'counted' }),
  )

/** Removes pieces for a reason. Fails with `stock.short` if the change would remove held pieces. */
export const wasteStock = (ctx: Context, input: Input<'wasteStock'>): Promise<StockChangeAnswer> =>
  once(ctx, { kind: 'waste', input }, async (ctx) => {
    const goods = await goodsOf(ctx, input.lines)
    return apply(ctx, input, { goods: goods.map(negative), reason: input.reason })
  })

/** Moves pieces to another store. Fails with `stock.short` if the change would move held pieces. */
export const moveStock = (ctx: Context, input: Input<'moveStock'>): Promise<StockChangeAnswer> =>
  once(ctx, { kind: 'move', input }, async (ctx) => {
    const { location, to } = input
    if (location === to) fail('stock.same_store', {}, 'to')
    await demandStore(ctx, to)
    const goods = await goodsOf(ctx, input.lines)
    return apply(ctx, input, {
      goods: goods.map(negative),
      there: goods.map(({ sku, quantity }) => ({ sku, quantity, locationId: to })),
      reason: 'moved',
    })
  })

/**
 * Undoes a change. A repeated undo changes nothing. Fails with `not_found` for an unknown change, for an undo, and if
 * pieces were moved to a store that the caller may not manage. Fails with `stock.short` if shoppers now hold pieces
 * that the undo would remove.
 */
export const undoStockChange = (ctx: Context, input: Input<'undoStockChange'>): Promise<StockChangeAnswer> =>
  transact(ctx, async (ctx) => {
    const { location, change } = input
    const isIt = and(eq(stockChanges.id, change), eq(stockChanges.locationId, location))
    // The lock prevents two concurrent undos of the same change.
    const [undone] = await ctx.db.select().from(stockChanges).where(isIt).for('update')
    if (!undone || undone.kind === 'undo') fail('not_found')
    const to = undone.toLocationId
    if (to) await demandStore(ctx, to)
    const [already] = await ctx.db.select().from(stockChanges).where(eq(stockChanges.undoes, change))
    if (already) return answerOf(already)
    return once(
      ctx,
      { kind: 'undo', input: { ...input, note: '', ...(to && { to }) }, undoes: change },
      async (ctx) => {
        const moved = await readRows<Good & StockAt>(
          ctx,
          sql`select ${goodColumns}, m.location_id as "locationId", -sum(m.quantity)::int as quantity
        from stock_movements m join variants v on v.sku = m.sku join products p on p.id = v.product_id
        where m.change_id = ${change} group by v.sku, p.id, m.location_id`,
        )
        const isHere = ({ locationId }: StockAt) => locationId === location
        const there = moved.filter((line) => !isHere(line))
        return apply(ctx, input, { goods: moved.filter(isHere), there, reason: 'undone' })
      },
    )
  })

async function demandStore(ctx: Context, location: string) {
  await storeOf(ctx, location)
  if (!isMine(ctx, 'stock.work', location)) fail('not_found')
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
function once(
  ctx: Context,
  { kind, input, undoes }: Submission,
  write: (ctx: Context) => Promise<StockChangeAnswer['lines']>,
): Promise<StockChangeAnswer> {
  const { submission: id, location, note, to, reason } = input
  const inputHash = createHash('sha256')
    .update(JSON.stringify([kind, input]))
    .digest('base64url')
  return transact(ctx, async (ctx) => {
    await storeOf(ctx, location)
    const added = await ctx.db
      .insert(stockChanges)
      .values({ id, kind, locationId: location, inputHash, note, at: ctx.app.now(), toLocationId: to, undoes })
      .onConflictDoNothing({ target: stockChanges.id })
      .returning({ id: stockChanges.id })
    if (added.length === 0) {
      const [first] = await ctx.db.select().from(stockChanges).where(eq(stockChanges.id, id))
      return first?.inputHash === inputHash ? answerOf(first) : fail('request.key_reused')
    }
    const answer = { change: id, lines: await write(ctx) }
    await ctx.db.update(stockChanges).set({ answer }).where(eq(stockChanges.id, id))
    const [first, second] = answer.lines
    ctx.staff?.note({
      subject: first && !second ? first.sku : '',
      after: {
        ...(reason && { reason }),
        ...(to && { store: to }),
        ...(note && { note }),
        lines: answer.lines.map(({ sku, before, after }) => `${sku} ${before} → ${after}`),
      },
    })
    await ctx.staff?.log?.(ctx)
    return answer
  })
}

// The cast is safe, because `once` stores only a `StockChangeAnswer`.
const answerOf = ({ answer }: { answer: object | null }) => answer as StockChangeAnswer

interface Good {
  sku: string
  name: Text
  options: Option[]
  optionPair: string
  quantity: number
}
const goodColumns = sql`v.sku, p.name, p.options, v.option_pair as "optionPair"`
const negative = (good: Good): Good => ({ ...good, quantity: -good.quantity })

/**
 * The variants of SKUs or barcodes, with the sum of their quantities. Fails for each code that names no variant
 * (`staff.unknown`), several variants (`stock.same_barcode`), or a variant without a stock count (`staff.not_counted`).
 */
async function goodsOf(ctx: Context, lines: { code: string; quantity: number }[]): Promise<Good[]> {
  const sums = new Map<string, number>()
  for (const { code, quantity } of lines) sums.set(code, (sums.get(code) ?? 0) + quantity)
  const wanted = [...sums].map(([code, quantity]) => ({ code, quantity }))
  const rows = await readRows<Good & { code: string; sku: string | null; counted: boolean }>(
    ctx,
    sql`select w.code, w.quantity, v.counted, ${goodColumns}
    from json_to_recordset(${JSON.stringify(wanted)}::json) as w(code text, quantity int)
    left join lateral (
      select * from variants o where o.sku = w.code
      union all
      select * from variants o where o.barcode = w.code and o.active
        and not exists (select from variants x where x.sku = w.code)
    ) v on true
    left join products p on p.id = v.product_id order by v.sku`,
  )
  const found = Map.groupBy(rows, ({ code }) => code)
  const refusals = [...found].flatMap(([code, [first, second]]): FailureItem[] => {
    if (!first?.sku) return [{ code: 'staff.unknown', details: { code, what: both('staff.a_code', { code }) } }]
    if (second) return [{ code: 'stock.same_barcode', details: { code } }]
    return first.counted ? [] : [{ code: 'staff.not_counted', details: { code, sku: first.sku } }]
  })
  if (refusals.length > 0) failAll(refusals)
  // A SKU and a barcode can name the same variant.
  return [...Map.groupBy(rows, ({ sku }) => sku).values()].flatMap((same) => {
    const quantity = same.reduce((sum, line) => sum + line.quantity, 0)
    return same.slice(0, 1).map((good) => ({ ...good, quantity }))
  })
}

interface Work {
  /** Pieces to add at the store; negative to remove them. */
  goods: Good[]
  /** Pieces to add at another store. */
  there?: StockAt[]
  reason: MovementReason
  /** Whether each quantity is the new number of pieces on hand instead of a number of pieces to add. */
  isTotal?: boolean
}

/**
 * Locks the stock rows in a fixed order and changes them. Returns the pieces of each variant at the store before and
 * after.
 */
async function apply(
  ctx: Context,
  { location, submission }: { location: string; submission: string },
  { goods, there = [], reason, isTotal = false }: Work,
): Promise<StockChangeAnswer['lines']> {
  const here = goods.map(({ sku, quantity }) => ({ sku, quantity, locationId: location }))
  const wanted = wantedRows([...here, ...there])
  await makeRows(ctx, wanted)
  await ctx.db.execute(lockStock(sql`select sku, "locationId" from ${wanted}`))
  // Reads the rows in a statement of its own. The statement that waits for the locks does not see the changes of the
  // transactions for which it waited.
  const rows = await readRows<StockAt & { onHand: number; held: number }>(
    ctx,
    sql`select s.sku, s.location_id as "locationId", w.quantity, s.on_hand as "onHand", s.held
    from ${wanted} join stock s on s.sku = w.sku and s.location_id = w."locationId" order by s.sku, s.location_id`,
  )
  const changes = rows.map(({ quantity, ...row }) => ({
    ...row,
    delta: isTotal ? Math.max(quantity, row.held) - row.onHand : quantity,
    isRaised: isTotal && quantity < row.held,
  }))
  const short = changes.filter(({ onHand, held, delta }) => delta < 0 && onHand + delta < held)
  const named = new Map(goods.map((good) => [good.sku, good]))
  if (short.length > 0) {
    failAll(
      short.map(({ sku, onHand, held }) => ({
        code: 'stock.short',
        details: { sku, name: named.get(sku)?.name ?? sku, free: onHand - held, held },
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
      const good = named.get(sku)
      if (!good) return []
      const detail = optionText(good.options, good.optionPair)
      return [{ sku, name: good.name, detail, before: onHand, after: onHand + delta, held, isRaised }]
    })
}
