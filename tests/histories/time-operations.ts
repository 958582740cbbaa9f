import fc from 'fast-check'
import { schedule } from '#jobs/schedule.ts'
import { systemContext } from '#server/platform/context.ts'
import { workOff } from '#server/platform/queue.ts'
import type { Operation } from './operation.ts'
import { done, operation } from './operation.ts'
import type { Subject } from './play.ts'
import type { ServerName, World } from './world.ts'

/**
 * The scheduled jobs that change orders, stock or money. The other jobs delete old rows or send messages to shoppers.
 */
const jobs = [
  'check pending payments',
  'send refunds',
  'release expired holds',
  'settle group-buys that are over',
  'tell where group-buys stand',
  'sell again what was sold out for a while',
  'expire store credit',
  'compare payments with their providers',
  'email stores about payments that need a decision',
  'count what was sold',
].map((name) => {
  const job = schedule.find((job) => job.name === name)
  if (!job) throw new Error(`there is no job ${name}`)
  return job
})

/** Handles the due events and runs the jobs once, as a server's worker does. */
export async function work(world: World, at: ServerName): Promise<void> {
  const { app } = world.servers[at]
  await workOff(app)
  for (const job of jobs) await job.run(systemContext(app))
  await workOff(app)
}

export const timeOperations: Record<string, Operation> = {
  work: operation({
    weight: 6,
    about: ['order', 'product', 'cart', 'credit'],
    fields: {},
    tell: () => 'the worker handles its events and runs its jobs',
    async play(play, { at }) {
      await work(play.world, at)
      play.touch('work', ...(play.touched.keys() as Iterable<Subject>))
      return done
    },
  }),
  wait: operation({
    weight: 4,
    about: ['order', 'product', 'cart', 'credit'],
    fields: { minutes: fc.constantFrom(1, 6, 16, 61, 300) },
    tell: ({ minutes }) => `${minutes} minutes pass`,
    async play(play, { minutes }) {
      play.world.advance(minutes * 60_000)
      play.touch('wait', ...(play.touched.keys() as Iterable<Subject>))
      return done
    },
  }),
}
