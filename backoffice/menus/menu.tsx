import type { RefObject } from 'react'
import { useEffect, useMemo, useReducer, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { LoaderFunctionArgs } from 'react-router'
import { Form, Link } from 'react-router'
import type { ErrorItem } from '#contract/errors.ts'
import { Done } from '#ui/done.tsx'
import { ErrorSummary } from '#ui/field.tsx'
import { SendButton } from '#ui/send-button.tsx'
import type { FormResult } from '../core/attempt.ts'
import { textOf } from '../core/attempt.ts'
import { useFormResult } from '../core/form-answer.ts'
import { writeShopPart } from '../core/shop-part.ts'
import { LeaveGuard } from '../forms/leave-dialog.tsx'
import { useVersionedRecord } from '../forms/use-versioned-record.ts'
import { NewerRecord } from '../forms/versioned-form.tsx'
import { Page } from '../frame/page.tsx'
import type { EntryActions } from './entry-row.tsx'
import { EntryRow } from './entry-row.tsx'
import { loadMenu, menuOf, useMenuData } from './menu-data.ts'
import type { Entry } from './menu-tree.ts'
import { applyEdit, fieldOf, siblingsOf, toEntries, toItems } from './menu-tree.ts'
import { useMenuTexts } from './texts.ts'
import './menus.css'

export const loader = loadMenu

/** Saves the whole menu. */
export async function action({ request, params }: LoaderFunctionArgs) {
  const form = await request.formData()
  const menu = menuOf(params) ?? 'headerMenu'
  // The page created this JSON from its entries, so the JSON is valid and has this type.
  const items: ReturnType<typeof toItems> = JSON.parse(textOf(form, 'items'))
  return writeShopPart(form, ({ navigation }) => navigation[menu], { navigation: { [menu]: items } })
}

/** `/office/menus/:menu`: the entries of a menu. */
export function Component() {
  const { t } = useMenuTexts()
  const { menu } = useMenuData()
  return (
    <Page
      title={t(`menus.${menu}`)}
      intro={t(`menus.${menu}_hint`)}
      action={<Link to="/menus">{t('menus.back')}</Link>}
    >
      <Editor key={menu} />
    </Page>
  )
}

/**
 * The menu's editor. If the page loads newer data while the entries have unsaved changes, the editor keeps its entries.
 * After a save, or when the staff member asks for the stored entries, the editor shows the stored entries.
 */
function Editor() {
  const data = useMenuData()
  const result = useFormResult<typeof action>()
  const [isChanged, setChanged] = useState(false)
  const record = useVersionedRecord(data, { part: ({ items }) => items, isChanged, result })
  const { key, done } = record
  // `replaced` increases when the entries that another staff member saved replace the shown entries. It does not change
  // after the editor's own save, so that React keeps the elements and the focused element keeps the focus.
  const [shown, setShown] = useState({ key, done, replaced: 0 })
  if (key !== shown.key) setShown({ key, done, replaced: shown.replaced + (done === shown.done ? 1 : 0) })
  return (
    <>
      {record.isStale && <NewerRecord take={record.take} />}
      <Entries
        key={shown.replaced}
        recordKey={key}
        record={record.filled}
        result={result}
        onChangedState={setChanged}
      />
      <LeaveGuard isChanged={isChanged} />
    </>
  )
}

interface EntriesProps {
  /**
   * When this number changes, the entries of `record` replace the shown entries. The number changes after each save and
   * whenever a newer record replaces the input.
   */
  recordKey: number
  record: ReturnType<typeof useMenuData>
  result: FormResult | undefined
  /** Called with true if the entries differ from the stored entries, else with false. */
  onChangedState: (isChanged: boolean) => void
}

function Entries({ recordKey, record: { menu, version, items }, result, onChangedState }: EntriesProps) {
  const { t } = useMenuTexts()
  const form = useRef<HTMLFormElement>(null)
  const { entries, open, status, act } = useEntries(form, { recordKey, items })
  const { rememberSent, errorsOf, summary, labels } = useEntryErrors(result?.errors)
  const currentItems = JSON.stringify(toItems(entries))
  const storedItems = useMemo(() => JSON.stringify(toItems(toEntries(items))), [items])
  const isChanged = currentItems !== storedItems
  useEffect(() => onChangedState(isChanged), [onChangedState, isChanged])
  return (
    <Form
      method="post"
      className="stack"
      ref={form}
      onSubmit={() => rememberSent(new Map(fieldsOf(entries, `navigation.${menu}`, [])))}
    >
      <ErrorSummary errors={summary} title={t('office.check_form')} labels={labels} />
      <input type="hidden" name="version" value={version} />
      <input type="hidden" name="part" value={JSON.stringify(items)} />
      <input type="hidden" name="items" value={currentItems} />
      <ul className="rows card">
        {entries.map((entry, index) => (
          <EntryRow
            key={entry.key}
            entry={entry}
            act={act}
            open={open}
            errorsOf={errorsOf}
            menu={menu}
            isFirst={index === 0}
            isLast={index === entries.length - 1}
          />
        ))}
        <li className="row-item">
          <button
            type="button"
            className="button button-quiet add-entry"
            data-shortcut="n"
            onClick={() => act.add(null)}
          >
            {t('menu.add')}
          </button>
        </li>
      </ul>
      <p className="visually-hidden" role="status">
        {status}
      </p>
      <div className="row">
        <SendButton intent="save">{t('office.save')}</SendButton>
        {isChanged ? (
          <p className="soft">{t('menu.unsaved')}</p>
        ) : (
          result?.done !== undefined && <Done>{t('office.saved')}</Done>
        )}
      </div>
    </Form>
  )
}

interface StoredEntries {
  recordKey: EntriesProps['recordKey']
  items: EntriesProps['record']['items']
}

/** The shown entries, which of them is open, and the functions that change them. `status` announces a change. */
function useEntries(form: RefObject<HTMLFormElement | null>, { recordKey, items }: StoredEntries) {
  const { t, say } = useMenuTexts()
  const [entries, dispatch] = useReducer(applyEdit, items, (stored) => toEntries(stored))
  const [open, setOpen] = useState('')
  const [status, setStatus] = useState('')
  const addedCount = useRef(0)
  const focus = (selector: string) => form.current?.querySelector<HTMLElement>(selector)?.focus()
  const [loadedKey, setLoadedKey] = useState(recordKey)
  if (loadedKey !== recordKey) {
    setLoadedKey(recordKey)
    dispatch({ kind: 'stored', entries: toEntries(items) })
  }
  const act: EntryActions = {
    toggle: (key) => setOpen(open === key ? '' : key),
    write: (key, fields) => dispatch({ kind: 'write', key, fields }),
    add(below) {
      addedCount.current += 1
      const key = `new${addedCount.current}`
      flushSync(() => {
        dispatch({ kind: 'add', below, key })
        setOpen(key)
      })
      focus(`[data-key="${key}"] input`)
    },
    move(entry, by) {
      const next = applyEdit(entries, { kind: 'move', key: entry.key, by })
      const list = siblingsOf(next, entry.key)
      const position = list.findIndex(({ key }) => key === entry.key) + 1
      flushSync(() => {
        dispatch({ kind: 'move', key: entry.key, by })
        setStatus(t('menu.moved', { name: say(entry.names), position, all: list.length }))
      })
      // When the entry moves in the document, the pressed button loses the focus. This call restores the focus.
      focus(`[data-key="${entry.key}"] [data-move="${by}"]`)
    },
    remove(entry) {
      flushSync(() => {
        dispatch({ kind: 'remove', key: entry.key })
        setStatus(t('menu.removed', { name: say(entry.names) }))
      })
      focus('.add-entry')
    },
  }
  return { entries, open, status, act }
}

/**
 * The errors of the last request, for each entry and as a summary. The server names an entry by its path in the
 * request, so this hook remembers which entry had which path.
 */
function useEntryErrors(errors: ErrorItem[] | undefined) {
  const { t, say } = useMenuTexts()
  /** The entries of the last request, by path. */
  const [sentEntries, rememberSent] = useState(new Map<string, Entry>())
  return {
    rememberSent,
    errorsOf: (entry: Entry) => (errors ?? []).filter(({ field }) => entryIn(sentEntries, field)?.key === entry.key),
    // Memoized, because the error summary takes the focus whenever it receives a new list.
    summary: useMemo(() => errors?.map(withoutName), [errors]),
    labels: Object.fromEntries(
      (errors ?? []).map(({ field = '' }) => [field, say(entryIn(sentEntries, field)?.names) || t('menu.unnamed')]),
    ),
  }
}

/** Returns all entries, each with its path in the request's input. Each path starts with `path`. */
function fieldsOf(entries: Entry[], path: string, above: number[]): [string, Entry][] {
  return entries.flatMap((entry, index): [string, Entry][] => {
    const indexes = [...above, index]
    return [[fieldOf(path, indexes), entry], ...fieldsOf(entry.entries, path, indexes)]
  })
}

/** The entry that contains an invalid field such as `navigation.sideMenu.1.subMenu.0.link`. */
function entryIn(sentEntries: Map<string, Entry>, field = ''): Entry | undefined {
  const [path] = /^navigation\.\w+\.\d+(\.subMenu\.\d+)?/.exec(field) ?? []
  return path ? sentEntries.get(path) : undefined
}

/** Removes the field from an error about a missing link, because the error's message already names the menu entry. */
const withoutName = (error: ErrorItem): ErrorItem =>
  error.code === 'shop.link_missing' ? { ...error, field: '' } : error
