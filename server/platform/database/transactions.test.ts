import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { Context } from '#server/platform/context.ts'
import { Failure, fail } from '#server/platform/fail.ts'
import { setUpShop } from '#tests/harness.ts'
import { abortUnless, conflictCode } from './conflicts.ts'
import { databaseCode, isDatabaseUnavailable } from './errors.ts'
import { preparedRows } from './prepared-queries.ts'
import { afterCommit, inParallel, transact, writeWithCommit } from './transactions.ts'

const shop = setUpShop()
beforeEach(() => shop.reset())

const write = async ({ db }: Context, key: string) => {
  await db.execute(sql`insert into settings (key, value, updated_at) values (${key}, '1', now())`)
}
const written = async () => {
  const rows = await shop.query("select key from settings where key like 'last.%' order by key")
  return rows.map(({ key }) => key)
}

describe('writeWithCommit', () => {
  it('returns before its write is done, and the commit stores the write', async () => {
    let isThere = false
    let wasThere = true
    await transact(shop.ctx(), async (ctx) => {
      await write(ctx, 'last.first')
      await writeWithCommit(ctx, async () => {
        await write(ctx, 'last.second')
        isThere = true
      })
      wasThere = isThere
    })
    expect([wasThere, isThere]).toEqual([false, true])
    expect(await written()).toEqual(['last.first', 'last.second'])
  })

  it('runs the transaction once more with `careful` if the write fails, and stores nothing if that fails too', async () => {
    await write(shop.ctx(), 'last.taken')
    const passes: string[] = []
    let committed = 0
    const work = transact(shop.ctx(), async (ctx) => {
      await write(ctx, 'last.before')
      afterCommit(ctx, () => committed++)
      await writeWithCommit(
        ctx,
        () => {
          passes.push('unseen')
          return write(ctx, 'last.taken')
        },
        async () => {
          passes.push('careful')
          fail('cart.empty')
        },
      )
    })
    await expect(work).rejects.toBeInstanceOf(Failure)
    expect(passes).toEqual(['unseen', 'careful'])
    expect(committed).toBe(0)
    expect(await written()).toEqual(['last.taken'])
  })

  it('rejects with the error of the write, even if another query follows it', async () => {
    await write(shop.ctx(), 'last.taken')
    const work = transact(shop.ctx(), async (ctx) => {
      await writeWithCommit(ctx, () => write(ctx, 'last.taken'))
      await write(ctx, 'last.after')
    })
    await expect(work).rejects.toMatchObject({ cause: { code: '23505' } })
    expect(await written()).toEqual(['last.taken'])
  })

  it('commits the whole transaction if the second run succeeds', async () => {
    await write(shop.ctx(), 'last.taken')
    await transact(shop.ctx(), async (ctx) => {
      await write(ctx, 'last.before')
      await writeWithCommit(
        ctx,
        () => write(ctx, 'last.taken'),
        () => write(ctx, 'last.other'),
      )
    })
    expect(await written()).toEqual(['last.before', 'last.other', 'last.taken'])
  })

  it('commits nothing on a conflict, and the second run reads that it changed no row', async () => {
    const change = sql`update settings set value = '2' where key = 'last.gone' returning key`
    const updateGone = preparedRows(() => change)
    const updateGoneOrAbort = preparedRows(
      () => sql`with changed as (${change}) select ${abortUnless(sql`exists (select from changed)`, 'setting')}`,
    )
    let affected: number | undefined
    const work = transact(shop.ctx(), async (ctx) => {
      await write(ctx, 'last.before')
      await writeWithCommit(
        ctx,
        () => updateGoneOrAbort(ctx.db, {}),
        async () => {
          affected = (await updateGone(ctx.db, {})).length
          if (affected === 0) fail('cart.changed')
        },
      )
    })
    await expect(work).rejects.toBeInstanceOf(Failure)
    expect(affected).toBe(0)
    expect(await written()).toEqual([])
  })

  it('waits for the write if no transaction is open', async () => {
    await writeWithCommit(shop.ctx(), () => write(shop.ctx(), 'last.alone'))
    expect(await written()).toEqual(['last.alone'])
  })
})

it('inParallel rejects with the first error of a transaction, not with the errors that follow from it', async () => {
  await write(shop.ctx(), 'last.taken')
  const work = transact(shop.ctx(), (ctx) =>
    inParallel(
      (async () => {
        await ctx.db.execute(sql`select 1`)
        await write(ctx, 'last.ignored')
      })(),
      write(ctx, 'last.taken'),
    ),
  )
  await expect(work).rejects.toMatchObject({ cause: { code: '23505' } })
})

it('abortUnless fails with the conflict code if its condition is false', async () => {
  const select = preparedRows(() => sql`select ${abortUnless(sql`${sql.placeholder('holds')}`, 'test')} as holds`)
  expect(await select(shop.ctx().db, { holds: true })).toEqual([{ holds: true }])
  expect(await select(shop.ctx().db, { holds: false }).catch(databaseCode)).toBe(conflictCode)
})

it('databaseCode returns the code of a database error, and undefined for a broken connection', () => {
  const broken = Object.assign(new Error('write EPIPE'), { code: 'EPIPE' })
  expect(databaseCode(new Error('wrapped', { cause: broken }))).toBeUndefined()
  expect(databaseCode(Object.assign(new Error('twice'), { code: '23505' }))).toBe('23505')
})

it('isDatabaseAway is true for a lock timeout in any language, and false for a unique violation', () => {
  const german = Object.assign(new Error('storniere Anfrage wegen Zeitüberschreitung einer Sperre'), { code: '55P03' })
  expect(isDatabaseUnavailable(new Error('wrapped', { cause: german }))).toBe(true)
  expect(isDatabaseUnavailable(Object.assign(new Error('doppelter Schlüsselwert'), { code: '23505' }))).toBe(false)
})

describe('the connection of a transaction', () => {
  const statementsOf = async (work: (ctx: Context) => Promise<void>) => {
    const pool = shop.app.database.db.$client
    if (!('connect' in pool)) throw new Error('this is no pool')
    const client = await pool.connect()
    const query = vi.spyOn(client, 'query')
    const connect = vi.spyOn(pool, 'connect').mockResolvedValue(client as never)
    const outcome = await transact(shop.ctx(), work).then(
      () => 'done',
      () => 'failed',
    )
    const statements = query.mock.calls.map(([statement]) =>
      typeof statement === 'string' ? statement : 'a statement',
    )
    query.mockRestore()
    connect.mockRestore()
    return [outcome, ...statements]
  }

  it('receives no statement if the transaction runs none', async () => {
    expect(await statementsOf(async () => {})).toEqual(['done'])
    expect(await statementsOf(() => Promise.reject(new Failure([{ code: 'not_found' }])))).toEqual(['failed'])
  })

  it('receives `begin` before the first statement, and a commit or a rollback at the end', async () => {
    expect(await statementsOf((ctx) => write(ctx, 'last.one'))).toEqual(['done', 'begin', 'a statement', 'commit'])
    const failing = async (ctx: Context) => {
      await write(ctx, 'last.two')
      throw new Error('something else')
    }
    expect(await statementsOf(failing)).toEqual(['failed', 'begin', 'a statement', 'rollback'])
    expect(await written()).toEqual(['last.one'])
  })
})
