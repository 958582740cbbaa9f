import { useCallback, useEffect, useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import { ApiError } from '#contract/api-error.ts'
import type { ErrorItem } from '#contract/errors.ts'
import type { StockChangeAnswer } from '#contract/office/stock.ts'
import { api } from '../core/api.ts'
import { isSignedOut } from '../core/me.ts'
import { newSubmission } from '../core/submission.ts'
import type { Draft, DraftLine, Work } from './draft.ts'
import { afterSave, emptyDraft, isReady, keepDraft, lookedUp, readDraft } from './draft.ts'

/** How long to wait before the next attempt if there is no network, in milliseconds. */
const againMs = 5000
const mostFound = 6

interface WorkState {
  draft: Draft
  /** Changes the list. Does nothing while the list waits for the server's response. */
  change: (parts: Partial<Draft>) => void
  setLines: (next: (lines: DraftLine[]) => DraftLine[]) => void
  /** Sends the lines that the server can save (`isReady`), now or when the network is back. */
  send: () => void
  discard: () => void
  /** Whether the last attempt failed because there was no network. */
  isOffline: boolean
  errors: ErrorItem[] | undefined
  answer: StockChangeAnswer | undefined
}

/**
 * A list of goods that stays on the device until the server has saved it. Looks codes up while there is a network, and
 * resends the list until the server responds. The id of the list ensures that the server saves it only once.
 */
export function useWork(key: string, work: Work, location: string): WorkState {
  const [draft, setDraft] = useState(() => readDraft(key))
  const [answer, setAnswer] = useState<StockChangeAnswer>()
  const [errors, setErrors] = useState<ErrorItem[]>()
  const [isOffline, setOffline] = useState(false)
  const { revalidate } = useRevalidator()
  const [tick, tryAgain] = useTicks(isOffline)
  useEffect(() => keepDraft(key, draft), [key, draft])
  useEffect(() => {
    // If another tab changes the same list, reads the list again.
    const follow = (event: StorageEvent) => event.key === key && setDraft(readDraft(key))
    addEventListener('storage', follow)
    return () => removeEventListener('storage', follow)
  }, [key])

  const setLines: WorkState['setLines'] = (next) =>
    setDraft((now) => (now.isSent ? now : { ...now, lines: next(now.lines) }))
  const asked = useRef(new Set<string>())
  const unknown = draft.lines.filter(({ item }) => item === undefined).map(({ code }) => code)
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs for new codes, and at each tick without a network
  useEffect(() => {
    for (const find of unknown) if (!asked.current.has(find)) void look(find)
  }, [unknown.join('\n'), tick])

  async function look(find: string) {
    asked.current.add(find)
    try {
      const { items } = await api.staff.stock({ location, find, limit: mostFound })
      // A list that the staff member has sent must not change, even if the response to this look-up arrives later.
      setDraft((now) => (now.isSent ? now : { ...now, lines: lookedUp(now.lines, find, items) }))
      setOffline(false)
    } catch (error) {
      if (isRefused(error)) setErrors(error.errors)
      else setOffline(true)
    }
    asked.current.delete(find)
  }

  const isBusy = useRef(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: sends once for each list, and at each tick
  useEffect(() => {
    if (draft.isSent && !isBusy.current) void save()
  }, [draft.isSent, draft.submission, tick])

  async function save() {
    isBusy.current = true
    try {
      const saved = await submit(work, location, draft)
      setOffline(false)
      setErrors(undefined)
      setAnswer(saved)
      setDraft((now) => afterSave(now, work))
      void revalidate()
    } catch (error) {
      if (isSignedOut(error)) void revalidate()
      else if (isRefused(error)) {
        // Lets the staff member change and send the list again. If the server has saved another list under this id, the
        // list gets a new id.
        const isReused = error.code === 'request.key_reused'
        setErrors(error.errors)
        setDraft((now) => ({ ...now, isSent: false, ...(isReused && { submission: newSubmission() }) }))
      } else setOffline(true)
    }
    isBusy.current = false
  }

  return {
    ...{ draft, setLines, isOffline, errors, answer },
    change: (parts) => {
      setAnswer(undefined)
      setDraft((now) => (now.isSent ? now : { ...now, ...parts }))
    },
    send: () => {
      setErrors(undefined)
      setAnswer(undefined)
      setDraft((now) => ({ ...now, isSent: true }))
      tryAgain()
    },
    discard: () => {
      setErrors(undefined)
      setDraft(emptyDraft())
    },
  }
}

const isRefused = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.status < 500 && error.status !== 429 && !isSignedOut(error)

function submit(work: Work, location: string, draft: Draft): Promise<StockChangeAnswer> {
  const { submission, note, reason, to } = draft
  const lines = draft.lines.filter(isReady(work)).map(({ code, quantity }) => ({ code, quantity }))
  const change = { location, submission, note, lines }
  if (work === 'receive') return api.staff.receiveStock(change)
  if (work === 'count') return api.staff.countStock(change)
  return work === 'waste' ? api.staff.wasteStock({ ...change, reason }) : api.staff.moveStock({ ...change, to })
}

/**
 * Returns a counter and a function that increases it. While there is no network, the counter also increases at regular
 * intervals. It increases at once when the network is back.
 */
function useTicks(isOffline: boolean): [number, () => void] {
  const [tick, setTick] = useState(0)
  const next = useCallback(() => setTick((now) => now + 1), [])
  useEffect(() => {
    addEventListener('online', next)
    const timer = isOffline ? setInterval(next, againMs) : undefined
    return () => {
      removeEventListener('online', next)
      clearInterval(timer)
    }
  }, [isOffline, next])
  return [tick, next]
}
