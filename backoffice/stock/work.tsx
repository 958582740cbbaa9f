import { useEffect, useRef, useState } from 'react'
import type { LoaderFunctionArgs } from 'react-router'
import { Link, useLoaderData, useLocation, useSearchParams } from 'react-router'
import type { Me } from '#contract/office/people.ts'
import type { StockChangeResult } from '#contract/office/stock.ts'
import { ErrorSummary, Field } from '#ui/field.tsx'
import { Icon } from '#ui/icon.tsx'
import { useFrame } from '../core/me.ts'
import { loadChosenStore, StoreChoice } from '../core/store-choice.tsx'
import { Card, Empty, Page } from '../frame/page.tsx'
import type { Draft, DraftLine, Work } from './draft.ts'
import { addScanned, draftKey, isReady, piecesOf } from './draft.ts'
import { ShelfCount, useItemName } from './goods.tsx'
import { WorkLine } from './line.tsx'
import { useStockTexts } from './texts.ts'
import { UndoButton } from './undo-button.tsx'
import { useWork } from './use-work.ts'
import { WorkFacts } from './work-facts.tsx'
import './stock.css'

interface StoreData {
  store: string
  stores: Me['stores']
}
/** The data of the last load. Without a network, the loader returns this data, so that the page and its list stay. */
let lastLoaded: StoreData | undefined

/** Loads the stores in which the staff member works with stock. */
export async function loader({ request }: LoaderFunctionArgs): Promise<StoreData> {
  try {
    lastLoaded = await loadChosenStore(request, 'stock.work')
  } catch (error) {
    if (!lastLoaded || !(error instanceof TypeError)) throw error
  }
  return lastLoaded
}

/** Maps the last part of a page's path to the kind of stock work done on that page. */
const paths: Record<string, Work> = { in: 'receive', count: 'count', waste: 'waste', move: 'move' }

/** `/office/stock/in`, `/count`, `/waste` and `/move`: a list of goods, made for a phone and a scanner. */
export function Component() {
  const { t } = useStockTexts()
  const { store, stores } = useLoaderData<typeof loader>()
  const work = paths[useLocation().pathname.split('/').at(-1) ?? ''] ?? 'count'
  return (
    <Page
      title={t(`stock.${work}`)}
      intro={t(`work.${work}_intro`)}
      action={
        <Link className="button button-quiet" to={`/stock?store=${store}`}>
          {t('work.to_stock')}
        </Link>
      }
    >
      <StoreChoice label={t(work === 'move' ? 'work.from' : 'stock.store')} store={store} stores={stores} />
      <List key={`${store} ${work}`} work={work} store={store} stores={stores} />
    </Page>
  )
}

function List({ work, store, stores }: StoreData & { work: Work }) {
  const { t } = useStockTexts()
  const { me } = useFrame()
  const nameOf = useItemName()
  const namesOf = (codesOrNames: DraftLine[]) =>
    codesOrNames.map(({ code, item }) => (item ? nameOf(item) : code)).join(' · ')
  const { draft, change, setLines, send, discard, isOffline, errors, answer } = useWork(
    draftKey(me.id, store, work),
    work,
    store,
  )
  const { lines, isSent } = draft
  const others = stores.filter(({ id }) => id !== store)
  const add = (code: string) => {
    change({})
    setLines((now) => addScanned(now, code, Date.now()))
  }
  useCodeParameter(add)
  if (work === 'move' && others.length === 0) return <Empty title={t('work.no_other')} />
  const to = others.some(({ id }) => id === draft.to) ? draft.to : (others[0]?.id ?? '')
  const ready = lines.filter(isReady(work))
  const notReady = lines.filter((line) => !ready.includes(line))
  return (
    <>
      {answer && <WorkResult answer={answer} work={work} store={store} />}
      <ErrorSummary errors={errors} title={t('office.check_form')} labels={{}} />
      <ScanField add={add} isOff={isSent} />
      {lines.length === 0 ? (
        !answer && <Empty title={t('work.empty')}>{t('work.empty_help')}</Empty>
      ) : (
        <Card title={t('work.lines', { count: lines.length, pieces: piecesOf(lines) })}>
          <ul className="rows">
            {lines.map((line) => (
              <WorkLine key={line.code} line={line} work={work} isOff={isSent} setLines={setLines} />
            ))}
          </ul>
          <WorkFacts work={work} draft={{ ...draft, to }} others={others} change={change} />
          {notReady.length > 0 && (
            <p className="state state-late">
              {t(ready.length > 0 ? 'work.left' : 'work.left_all', { codes: namesOf(notReady) })}
            </p>
          )}
          <p role="status" className="soft">
            {isSent ? t(isOffline ? 'work.waiting' : 'work.saving') : t('work.kept')}
          </p>
          <SaveBar
            work={work}
            draft={draft}
            isOffline={isOffline}
            ready={ready}
            save={() => {
              change({ to })
              send()
            }}
            discard={discard}
          />
        </Card>
      )}
    </>
  )
}

/** Adds the code in the URL to the list. Then removes it from the URL, so that a reload does not add it again. */
function useCodeParameter(add: (code: string) => void) {
  const [query, setQuery] = useSearchParams()
  const code = query.get('code')
  // biome-ignore lint/correctness/useExhaustiveDependencies: adds each given code once
  useEffect(() => {
    if (!code) return
    add(code)
    setQuery(
      (now) => {
        now.delete('code')
        return now
      },
      { replace: true },
    )
  }, [code])
}

/** The field that takes codes. It keeps the focus, so that a scanner can type one code after the other. */
function ScanField({ add, isOff }: { add: (code: string) => void; isOff: boolean }) {
  const { t } = useStockTexts()
  const [code, setCode] = useState('')
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    form.current?.querySelector('input')?.focus()
  }, [])
  return (
    <form
      className="search-row stock-scan"
      ref={form}
      onSubmit={(event) => {
        event.preventDefault()
        if (code.trim()) add(code.trim())
        setCode('')
        form.current?.querySelector('input')?.focus()
      }}
    >
      <Field
        data-shortcut="n"
        name="code"
        label={t('work.scan')}
        hint={t('work.scan_hint')}
        value={code}
        onChange={({ currentTarget }) => setCode(currentTarget.value)}
        maxLength={200}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        enterKeyHint="done"
        required={false}
        disabled={isOff}
      />
      <button type="submit" className="button button-quiet" aria-disabled={isOff || undefined}>
        {t('work.add')}
      </button>
    </form>
  )
}

interface SaveBarProps {
  work: Work
  draft: Draft
  isOffline: boolean
  /** The lines that the server can save. */
  ready: DraftLine[]
  save: () => void
  discard: () => void
}

function SaveBar({ work, draft: { isSent }, isOffline, ready, save, discard }: SaveBarProps) {
  const { t } = useStockTexts()
  const isOff = ready.length === 0 || (isSent && !isOffline)
  return (
    <div className="row">
      <button type="button" className="button" aria-disabled={isOff || undefined} onClick={() => isOff || save()}>
        {isSent && isOffline ? t('work.again') : t(`work.save_${work}`, { count: piecesOf(ready) })}
      </button>
      {!isSent && (
        <button type="button" className="button button-quiet" onClick={discard}>
          {t('work.discard')}
        </button>
      )}
    </div>
  )
}

/** Shows what a saved list changed, with a button that undoes the change. */
function WorkResult({ answer, work, store }: { answer: StockChangeResult; work: Work; store: string }) {
  const { t } = useStockTexts()
  const nameOf = useItemName()
  const [isUndone, setUndone] = useState(false)
  return (
    <section className="stock-done" aria-label={t(`work.done_${work}`)}>
      <div className="stock-done-head">
        <p role="status">
          <Icon name="check" />
          {isUndone ? t('stock.undone') : t(`work.done_${work}`)}
        </p>
        <UndoButton key={answer.change} location={store} change={answer.change} done={() => setUndone(true)} />
      </div>
      {!isUndone && (
        <ul>
          {answer.lines.map((line) => (
            <li key={line.sku}>
              {t('stock.set_done', { name: nameOf(line), before: line.before, after: line.after })}
              {work === 'count' && ` (${signed(line.after - line.before)})`}
              <ShelfCount shelf={line.shelf} />
              {line.isRaised && <span className="soft"> {t('work.raised', { count: line.held })}</span>}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

const signed = (count: number) => (count > 0 ? `+${count}` : String(count).replace('-', '−'))
