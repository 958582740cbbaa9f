import { useLayoutEffect, useRef, useState } from 'react'
import { useNavigate, useRevalidator } from 'react-router'
import { useFrame } from '../core/me.ts'
import { Combobox } from './combobox.tsx'
import { Confirmation } from './confirmation.tsx'
import type { Entry } from './entries.ts'
import { readRecent, saveRecent } from './recent.ts'
import { resultsFor } from './results.ts'
import { usePaletteTexts } from './texts.ts'
import { useSearch } from './use-search.ts'
import { useVisibleHeight } from './use-visible-height.ts'
import './palette.css'

/** The command palette: finds pages, orders and products, and runs actions once they are confirmed. */
export function Palette({ onClose }: { onClose: () => void }) {
  const { me } = useFrame()
  const texts = usePaletteTexts()
  const { t } = texts
  const navigate = useNavigate()
  const { revalidate } = useRevalidator()
  const dialog = useRef<HTMLDialogElement>(null)
  const [query, setQuery] = useState('')
  const [recent] = useState(() => readRecent(me.id))
  const [pendingAction, setPendingAction] = useState<Entry | null>(null)
  const [isDone, setDone] = useState(false)
  const { known, isBusy, hasFailed, search, refresh } = useSearch(me)
  const sections = resultsFor(query, { me, known, recent, texts })
  const busyText = isBusy ? t('palette.busy') : null

  useVisibleHeight(dialog)
  useLayoutEffect(() => {
    // Effects may run twice, but an open dialog must not be opened again.
    if (!dialog.current?.open) dialog.current?.showModal()
  }, [])
  const close = () => dialog.current?.close()

  function choose(entry: Entry) {
    saveRecent(me.id, entry)
    if (entry.action) return setPendingAction(entry)
    close()
    if (entry.to) navigate(entry.to)
  }

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the browser handles Escape; this click is on the backdrop
    <dialog
      ref={dialog}
      className="dialog palette"
      aria-label={t('office.search')}
      onClose={onClose}
      onCancel={(event) => {
        // Until the action has run, Escape returns from the confirmation to the list.
        if (!pendingAction || isDone) return
        event.preventDefault()
        setPendingAction(null)
      }}
      onClick={(event) => {
        if (event.target === event.currentTarget) close()
      }}
    >
      {pendingAction?.action ? (
        <Confirmation
          action={pendingAction.action}
          onBack={() => setPendingAction(null)}
          onClose={close}
          onDone={() => {
            setDone(true)
            // Loads the data of the page below the palette again, because the action may have changed that data.
            revalidate()
            void refresh()
          }}
        />
      ) : (
        <Combobox
          sections={sections}
          typed={query}
          state={hasFailed ? t('office.offline') : busyText}
          onType={(text) => {
            setQuery(text)
            search(text)
          }}
          onChoose={choose}
          onClose={close}
        />
      )}
    </dialog>
  )
}
