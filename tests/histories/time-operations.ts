import fc from 'fast-check'
import type { Operation } from './operation.ts'
import { done, operation } from './operation.ts'
import type { Subject } from './play.ts'

export const timeOperations: Record<string, Operation> = {
  work: operation({
    weight: 6,
    about: ['order', 'product', 'cart', 'credit'],
    fields: {},
    describe: () => 'the worker handles its events and runs its jobs',
    async play(play, { at }) {
      await play.world.servers[at].work()
      play.touch('work', ...(play.touched.keys() as Iterable<Subject>))
      return done
    },
  }),
  wait: operation({
    weight: 4,
    about: ['order', 'product', 'cart', 'credit'],
    fields: { minutes: fc.constantFrom(1, 6, 16, 61, 300) },
    describe: ({ minutes }) => `${minutes} minutes pass`,
    async play(play, { minutes }) {
      await play.world.advance(minutes * 60_000)
      play.touch('wait', ...(play.touched.keys() as Iterable<Subject>))
      return done
    },
  }),
}
