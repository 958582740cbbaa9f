import { expect, test } from 'vitest'
import { requestConfirmation, setConfirmationPrompt } from './confirmation.ts'

test('calls at the same time share one question and its answer, and a later call asks again', async () => {
  const answers: ((isConfirmed: boolean) => void)[] = []
  setConfirmationPrompt(
    () =>
      new Promise((resolve) => {
        answers.push(resolve)
      }),
  )
  const both = [requestConfirmation(), requestConfirmation()]
  expect(answers).toHaveLength(1)
  answers[0]?.(true)
  expect(await Promise.all(both)).toEqual([true, true])

  const later = requestConfirmation()
  expect(answers).toHaveLength(2)
  answers[1]?.(false)
  expect(await later).toBe(false)
})
