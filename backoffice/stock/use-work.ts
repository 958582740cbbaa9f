import { useCallback, useEffect, useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import { ApiError } from '#contract/api-error.ts'
import type { ErrorItem } from '#contract/errors.ts'
import type { StockChangeResult } from '#contract/office/stock.ts'
import { api } from '../core/api.ts'
import { isSignedOut } from '../core/me.ts'
import { newSubmissionId } from '../core/submission.ts'
import type { Draft, DraftLine, Work } from './draft.ts'
import { afterSave, emptyDraft, isReady, readDraft, saveDraft, withLookupResult } from './draft.ts'

/** How long to wait before the next attempt if there is no network, in milliseconds. */
const retryDelayMs = 5000
const maxResults = 6

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
  answer: StockChangeResult | undefined
}

/**
 * A list of goods that stays on the device until the server has saved it. Looks codes up while there is a network, and
 * resends the list until the server responds. The id of the list ensures that the server saves it only once.
 */
export function useWork(key: string, work: Work, location: string): WorkState {
  const [draft, setDraft] = useStoredDraft(key)
  const [answer, setAnswer] = useState<StockChangeResult>()
  const [errors, setErrors] = useState<ErrorItem[]>()
  const [isOffline, setOffline] = useState(false)
  const { revalidate } = useRevalidator()
  const [tick, retry] = useTicks(isOffline)

  /** Changes the list unless staff have sent it. So a late response to a look-up cannot change a sent list. */
  const changeUnsent = (next: (draft: Draft) => Draft) => setDraft((now) => (now.isSent ? now : next(now)))
  const setLines: WorkState['setLines'] = (next) => changeUnsent((now) => ({ ...now, lines: next(now.lines) }))

  async function lookUp(code: string) {
    try {
      const { items, at } = await api.staff.stock({ location, find: code, limit: maxResults })
      const clockOffsetMs = Date.parse(at) - Date.now()
      changeUnsent((now) => ({ ...now, clockOffsetMs, lines: withLookupResult(now.lines, code, items) }))
      setOffline(false)
    } catch (error) {
      if (isRejection(error)) setErrors(error.errors)
      else setOffline(true)
    }
  }
  useLookUps(unresolvedCodes(draft), tick, lookUp)

  async function save() {
    try {
      const saved = await submit(work, location, draft)
      setOffline(false)
      setErrors(undefined)
      setAnswer(saved)
      setDraft((now) => afterSave(now, work))
      void revalidate()
    } catch (error) {
      if (isSignedOut(error)) void revalidate()
      else if (isRejection(error)) reopen(error)
      else setOffline(true)
    }
  }
  useSaves(draft, tick, save)

  /** Lets the staff member change a rejected list and send it again. */
  function reopen(rejection: ApiError) {
    setErrors(rejection.errors)
    const isIdTaken = rejection.code === 'request.key_reused'
    setDraft((now) => ({ ...now, isSent: false, submission: isIdTaken ? newSubmissionId() : now.submission }))
  }

  function change(parts: Partial<Draft>) {
    setAnswer(undefined)
    changeUnsent((now) => ({ ...now, ...parts }))
  }

  function send() {
    setErrors(undefined)
    setAnswer(undefined)
    setDraft((now) => ({ ...now, isSent: true }))
    retry()
  }

  function discard() {
    setErrors(undefined)
    setDraft(emptyDraft())
  }

  return { draft, change, setLines, send, discard, isOffline, errors, answer }
}

/** The list stored under this key, which changes if another tab changes it, and a function that changes it. */
function useStoredDraft(key: string) {
  const [draft, setDraft] = useState(() => readDraft(key))
  useEffect(() => saveDraft(key, draft), [key, draft])
  useEffect(() => {
    const syncFromStorage = (event: StorageEvent) => event.key === key && setDraft(readDraft(key))
    addEventListener('storage', syncFromStorage)
    return () => removeEventListener('storage', syncFromStorage)
  }, [key])
  return [draft, setDraft] as const
}

const unresolvedCodes = ({ lines }: Draft) => lines.filter(({ item }) => item === undefined).map(({ code }) => code)

/**
 * Looks up each new code, and at each tick the codes whose look-up failed. Looks up different codes in parallel, but
 * each code only once at a time.
 */
function useLookUps(codes: string[], tick: number, lookUp: (code: string) => Promise<void>) {
  const pending = useRef(new Set<string>())

  async function lookUpOnce(code: string) {
    if (pending.current.has(code)) return
    pending.current.add(code)
    await lookUp(code)
    pending.current.delete(code)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs for new codes, and at each tick
  useEffect(() => {
    for (const code of codes) void lookUpOnce(code)
  }, [codes.join('\n'), tick])
}

/** Saves a list once it is sent, and again at each tick until it is saved or rejected. Runs one save at a time. */
function useSaves({ isSent, submission }: Draft, tick: number, save: () => Promise<void>) {
  const isBusy = useRef(false)

  async function saveOnce() {
    if (isBusy.current) return
    isBusy.current = true
    await save()
    isBusy.current = false
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: saves once for each list, and at each tick
  useEffect(() => {
    if (isSent) void saveOnce()
  }, [isSent, submission, tick])
}

const isRejection = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.status < 500 && error.status !== 429 && !isSignedOut(error)

function submit(work: Work, location: string, draft: Draft): Promise<StockChangeResult> {
  const { submission, note, reason, to } = draft
  const readyLines = draft.lines.filter(isReady(work))
  const lines = readyLines.map(({ code, quantity }) => ({ code, quantity }))
  const change = { location, submission, note, lines }
  if (work === 'receive') return api.staff.receiveStock(change)
  if (work === 'count') return api.staff.countStock({ ...change, lines: readyLines.map(toCounted(draft)) })
  return work === 'waste' ? api.staff.wasteStock({ ...change, reason }) : api.staff.moveStock({ ...change, to })
}

const toCounted =
  ({ clockOffsetMs }: Draft) =>
  ({ code, quantity, countedAt }: DraftLine) => ({
    code,
    quantity,
    ...(countedAt !== undefined && { countedAt: new Date(countedAt + clockOffsetMs).toISOString() }),
  })

/**
 * Returns a counter and a function that increases it. While there is no network, the counter also increases at regular
 * intervals. It increases at once when the network is back.
 */
function useTicks(isOffline: boolean): [number, () => void] {
  const [tick, setTick] = useState(0)
  const next = useCallback(() => setTick((now) => now + 1), [])
  useEffect(() => {
    addEventListener('online', next)
    const timer = isOffline ? setInterval(next, retryDelayMs) : undefined
    return () => {
      removeEventListener('online', next)
      clearInterval(timer)
    }
  }, [isOffline, next])
  return [tick, next]
}
