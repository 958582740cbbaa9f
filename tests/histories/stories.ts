import fc from 'fast-check'
import type { Step } from './play.ts'
import { items, people } from './shop.ts'

/** A step of a story: the operation, and the values of the fields that the story sets. */
type StoryStep = [name: string, fixed?: Record<string, unknown>]

/** Generates steps of the operation `name`. The fields in `fixed` have fixed values. All other fields vary. */
export type StepsOf = (name: string, fixed: Record<string, unknown>) => fc.Arbitrary<Step>

const who = fc.nat({ max: people.length - 1 })
const latest = { recent: 0, isAny: false }
const paid: StoryStep = ['settle', { order: latest, older: 0, ending: 'pay', notice: 'once' }]
const wallet = { how: 'wallet' }

/** The usual courses of an order, each as a list of steps. Shoppers and values vary. */
const stories: StoryStep[][] = [
  [['buy', wallet], paid, ['accept'], ['ready'], ['handOver'], ['refundAmount']],
  [['buy', wallet], paid, ['refundPieces'], ['refundAll']],
  [['buy', wallet], ['settle', { order: latest, notice: 'never' }], ['poll'], ['tellAgain'], ['refundAll']],
  [['buy', wallet], paid, ['accept'], ['askToCancel'], ['grantCancel'], ['work']],
  [['buy', wallet], paid, ['accept'], ['askToCancel'], ['declineCancel'], ['handOver']],
  [['buy', wallet], paid, ['ready'], ['noShow'], ['refundAmount']],
  [['buy', wallet], paid, ['cancel'], ['work']],
  [['buy', wallet], paid, ['staffCancel'], ['work'], ['refundAll']],
  [['buy', { item: 'cake', how: 'wallet', pieces: 1 }], paid, ['payBalance'], ['settle'], ['accept'], ['handOver']],
  [['buy', { item: 'cake', how: 'wallet', pieces: 1 }], paid, ['accept'], ['handOver'], ['refundAmount'], ['giveBack']],
  [['buy', { item: 'cake', how: 'wallet', pieces: 1 }], paid, ['payBalance'], ['refundAmount'], ['settle'], ['work']],
  [['buy', { item: 'cake', how: 'wallet', pieces: 1 }], paid, ['payBalance'], ['settle'], ['refundPieces'], ['cancel']],
  [['buy', wallet], ['startPayment'], ['settle', { older: 1 }], ['settle', { older: 0 }], ['work'], ['review']],
  [['buy', wallet], ['settle', { order: latest, ending: 'pay', notice: 'other_merchant' }], ['review']],
  [['buy', wallet], ['wait', { minutes: 61 }], ['work'], ['settle', { ending: 'pay' }], ['work'], ['review']],
  [['buy', wallet], paid, ['providerFault', { fault: 'refuse_refund' }], ['refundAmount'], ['work'], ['review']],
  [['buy', wallet], paid, ['providerFault', { fault: 'slow_refund' }], ['refundAll'], ['wait'], ['review'], ['work']],
  [['buy', { how: 'credit' }], ['accept'], ['refundAmount'], ['handOver'], ['refundAll']],
  [['buy', { how: 'credit' }], ['cancel'], ['refundAll']],
  [['buy', { how: 'store' }], ['accept'], ['handOver'], ['giveBack'], ['giveBack']],
  [['buy', { how: 'store' }], ['ready'], ['noShow'], ['staffCancel']],
  [['join'], paid, ['refundPieces'], ['endGroupBuy'], ['work']],
  [['join'], paid, ['join'], paid, ['endGroupBuy'], ['work'], ['refundAmount']],
  [['join'], paid, ['cancel'], ['endGroupBuy'], ['work']],
]

/** What a shopper does from the first piece in the cart to the payment, step by step. */
const checkout: StoryStep[] = [['add'], ['applyCoupon'], ['fillIn'], ['applyCredit'], ['place'], ['startPayment'], paid]

/** Leaves out each step of a story with a probability of 10 %. Shrinking leaves out more steps. */
const keepsStep = fc.nat({ max: 9 }).map((n) => n > 0)

const toSteps = (beats: StoryStep[], stepsOf: StepsOf): fc.Arbitrary<Step[]> =>
  fc
    .tuple(...beats.map(([name, fixed = {}]) => fc.tuple(keepsStep, stepsOf(name, fixed))))
    .map((drawnSteps) => drawnSteps.flatMap(([isPlayed, step]) => (isPlayed ? [step] : [])))

/** Generates the steps of a story. */
export function storyOf(stepsOf: StepsOf): fc.Arbitrary<Step[]> {
  const checkoutStory = fc
    .record({ who, item: fc.constantFrom(...items), steps: toSteps(checkout, stepsOf) })
    .map(({ who, item, steps }) =>
      steps.map((step) => ({
        ...step,
        ...('who' in step && { who }),
        ...('item' in step && { item }),
        ...('isGroup' in step && { isGroup: false }),
      })),
    )
  return fc.oneof(...stories.map((beats) => ({ weight: 1, arbitrary: toSteps(beats, stepsOf) })), {
    weight: 5,
    arbitrary: checkoutStory,
  })
}
