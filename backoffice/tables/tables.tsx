import { useEffect, useRef, useState } from 'react'
import type { LoaderFunctionArgs } from 'react-router'
import { Form, Link, useLoaderData } from 'react-router'
import type { StoreTable, StoreTables } from '#contract/office/tables.ts'
import { Check } from '#ui/check.tsx'
import { Done } from '#ui/done.tsx'
import { Field } from '#ui/field.tsx'
import { Icon } from '#ui/icon.tsx'
import { Select } from '#ui/select.tsx'
import { SendButton } from '#ui/send-button.tsx'
import { api } from '../core/api.ts'
import type { FormResult } from '../core/attempt.ts'
import { attempt, textOf } from '../core/attempt.ts'
import { useFormResult } from '../core/form-answer.ts'
import { hasRightAt, useFrame } from '../core/me.ts'
import { EditForm } from '../forms/edit-form.tsx'
import { Card, Empty, Page } from '../frame/page.tsx'
import { maxNumbers, readNumbers } from './numbers.ts'
import { useTableTexts } from './texts.ts'
import './tables.css'

/** Loads the tables of a store. */
export const loader = ({ params }: LoaderFunctionArgs) => api.staff.tables({ location: params.location ?? '' })

type Change = 'rename' | 'remove' | 'renew'

interface Result extends FormResult {
  intent: string
  /** The tables that received new codes. */
  renewed?: string[]
  /** The typed text that is not valid: the first wrong part of a list, or the wrong new number of a table. */
  wrong?: string
  isTooMany?: boolean
}

/** Opens or closes a table, adds or changes tables, or changes how guests order at tables. */
export async function action({ request, params }: LoaderFunctionArgs): Promise<Result> {
  const form = await request.formData()
  const location = params.location ?? ''
  const [intent = '', ...words] = textOf(form, 'intent').split(' ')
  const number = words.join(' ')
  const result = async (work: Promise<unknown>) => ({ intent, ...(await attempt(work)) })
  if (intent === 'open') return result(api.staff.openTable({ location, number }))
  if (intent === 'close') return result(api.staff.closeTable({ location, number }))
  if (intent === 'add') {
    const { numbers, wrong } = readNumbers(textOf(form, 'numbers'))
    if (wrong !== null) return { intent, wrong }
    if (numbers.length > maxNumbers) return { intent, isTooMany: true }
    return result(api.staff.addTables({ location, numbers }))
  }
  if (intent === 'save') {
    const openedBy = textOf(form, 'openedBy') === 'staff' ? 'staff' : 'guests'
    const version = Number(textOf(form, 'version'))
    return result(api.staff.writeTableService({ location, version, isOn: form.has('isOn'), openedBy }))
  }
  const tables = readTables(form)
  if (intent === 'renew') {
    const renewed = tables.map(({ number }) => number)
    const { errors } = await attempt(api.staff.renewTables({ location, tables }))
    return errors ? { intent, errors } : { intent, renewed }
  }
  const [table] = tables
  if (!table) return { intent }
  if (intent === 'remove') return result(api.staff.removeTable({ location, ...table }))
  const { numbers, wrong } = readNumbers(textOf(form, 'to'))
  const [to] = numbers
  if (to === undefined || numbers.length > 1) return { intent, wrong: wrong ?? textOf(form, 'to') }
  return result(api.staff.renameTable({ location, ...table, to }))
}

/** The tables that a form changes, each with the version that the page showed. */
function readTables(form: FormData) {
  const versions = form.getAll('seen').map(Number)
  return form.getAll('number').map((number, index) => ({ number: String(number), version: versions[index] ?? 0 }))
}

/** Hidden fields with the numbers and versions of the tables that a form changes. */
function Tables({ tables }: { tables: StoreTable[] }) {
  return tables.map(({ number, version }) => (
    <span key={number} hidden>
      <input type="hidden" name="number" value={number} />
      <input type="hidden" name="seen" value={version} />
    </span>
  ))
}

interface Question {
  change: Exclude<Change, 'rename'>
  tables: StoreTable[]
}

/** `/office/tables/:location`: which tables of a store are taken, and their numbers and codes. */
export function Component() {
  const { t, say } = useTableTexts()
  const { me } = useFrame()
  const store = useLoaderData<typeof loader>()
  const result = useFormResult<typeof action>()
  const [question, setQuestion] = useState<Question | null>(null)
  const mayWrite = hasRightAt(me, 'store.write', store.location)
  const { location, tables } = store
  return (
    <Page
      title={t('tables.title')}
      intro={t('tables.intro', { store: say(store.name) })}
      action={mayWrite && <Link to={`/shop/${location}`}>{t('tables.back')}</Link>}
    >
      {!store.isOn && <p className="alert alert-note">{t(mayWrite ? 'tables.off' : 'tables.off_staff')}</p>}
      <Outcome result={result} location={location} />
      {tables.length > 0 && (
        <div className="row">
          <Link className="button" to={`/tables/${location}/print`}>
            {t('sheet.title')}
          </Link>
        </div>
      )}
      <Card title={t('tables.all')}>
        {tables.length === 0 ? (
          <Empty title={t('tables.none')}>{t(mayWrite ? 'tables.none_help' : 'tables.none_staff')}</Empty>
        ) : (
          <ul className="rows tables">
            {tables.map((table) => (
              <Table key={table.number} table={table} onAsk={mayWrite ? setQuestion : null} />
            ))}
          </ul>
        )}
        {mayWrite && tables.length > 1 && (
          <div className="row">
            <button
              type="button"
              className="button button-quiet"
              onClick={() => setQuestion({ change: 'renew', tables })}
            >
              {t('tables.renew_all')}
            </button>
          </div>
        )}
      </Card>
      {mayWrite && <AddForm result={result?.intent === 'add' ? result : undefined} />}
      {mayWrite && <Service store={store} result={result?.intent === 'save' ? result : undefined} />}
      <Confirmation question={question} onClose={() => setQuestion(null)} />
    </Page>
  )
}

/**
 * A link to print the renewed codes, or the errors of a change. The list itself shows all other changes. `AddForm` and
 * `Service` show their own results.
 */
function Outcome({ result, location }: { result: Result | undefined; location: string }) {
  const { t } = useTableTexts()
  if (!result || result.intent === 'add' || result.intent === 'save') return null
  const { wrong, errors, renewed } = result
  if (renewed) {
    const chosen = new URLSearchParams(renewed.map((number) => ['table', number]))
    return (
      <div className="alert alert-calm" role="status">
        <p>{t('tables.renewed')}</p>
        <Link to={`/tables/${location}/print?${chosen}`}>{t('tables.print_new')}</Link>
      </div>
    )
  }
  const messages =
    wrong === undefined ? (errors ?? []).map(({ message }) => message) : [t('tables.numbers_wrong', { text: wrong })]
  return messages.map((message) => (
    <p key={message} className="alert" role="alert">
      {message}
    </p>
  ))
}

interface TableProps {
  table: StoreTable
  /** Asks for confirmation of a change. Null if the staff member may not change tables. */
  onAsk: ((question: Question) => void) | null
}

function Table({ table, onAsk }: TableProps) {
  const { t, when } = useTableTexts()
  const { number, isTaken, takenSince, openOrders } = table
  const name = t('tables.one', { number })
  return (
    <li className="row-item">
      <div>
        <strong>{name}</strong>
        <p className={`state ${isTaken ? 'state-late' : 'state-good'}`}>
          <Icon name={isTaken ? 'user' : 'check'} />
          {takenSince === null ? t('tables.free') : t('tables.guests_since', { time: when(takenSince) })}
        </p>
        {openOrders > 0 && <p className="soft">{t('tables.open_orders', { count: openOrders })}</p>}
      </div>
      <Form method="post" preventScrollReset>
        <SendButton
          intent={`${isTaken ? 'close' : 'open'} ${number}`}
          className="button-quiet"
          label={`${t(isTaken ? 'tables.close' : 'tables.open')}: ${name}`}
        >
          {t(isTaken ? 'tables.close' : 'tables.open')}
        </SendButton>
      </Form>
      {onAsk && (
        <details className="store-more">
          <summary aria-label={t('tables.change', { number })}>{t('office.change')}</summary>
          <div className="stack">
            <Form method="post" className="search-row" preventScrollReset>
              <Tables tables={[table]} />
              <Field name="to" label={t('tables.to')} defaultValue={number} maxLength={20} autoComplete="off" />
              <SendButton intent="rename" className="button-quiet" label={`${t('tables.rename')}: ${name}`}>
                {t('tables.rename')}
              </SendButton>
            </Form>
            <p className="soft">{t('tables.to_hint')}</p>
            <div className="row">
              <Link
                className="button button-quiet"
                to={`print?${new URLSearchParams({ table: number })}`}
                aria-label={`${t('sheet.print')}: ${name}`}
              >
                {t('sheet.print')}
              </Link>
              {(['renew', 'remove'] as const).map((change) => (
                <button
                  key={change}
                  type="button"
                  className="button button-quiet"
                  aria-label={`${t(`tables.${change}`)}: ${name}`}
                  onClick={() => onAsk({ change, tables: [table] })}
                >
                  {t(`tables.${change}`)}
                </button>
              ))}
            </div>
          </div>
        </details>
      )}
    </li>
  )
}

/** Asks for confirmation before printed codes stop working. */
function Confirmation({ question, onClose }: { question: Question | null; onClose: () => void }) {
  const { t } = useTableTexts()
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    if (question) dialog.current?.showModal()
    else dialog.current?.close()
  }, [question])
  const { change = 'renew', tables = [] } = question ?? {}
  const [{ number } = { number: '' }, ...others] = tables
  const isRenewal = change === 'renew'
  const takenCount = tables.filter(({ isTaken }) => isTaken).length
  const title =
    others.length > 0
      ? t('tables.renew_all_title', { count: tables.length })
      : t(isRenewal ? 'tables.renew_title' : 'tables.remove_title', { number })
  return (
    <dialog ref={dialog} className="dialog" aria-labelledby="table-question" onClose={onClose}>
      <Form method="post" className="dialog-box stack" onSubmit={onClose} preventScrollReset>
        <h2 id="table-question">{title}</h2>
        <p>{t(isRenewal ? 'tables.renew_warning' : 'tables.remove_warning')}</p>
        {takenCount > 0 && <p className="state state-late">{t('tables.with_guests', { count: takenCount })}</p>}
        <Tables tables={tables} />
        <div className="row">
          <SendButton intent={change}>{t(isRenewal ? 'tables.renew_yes' : 'tables.remove')}</SendButton>
          <button type="button" className="button button-quiet" onClick={onClose}>
            {t('office.cancel')}
          </button>
        </div>
      </Form>
    </dialog>
  )
}

function AddForm({ result }: { result: Result | undefined }) {
  const { t } = useTableTexts()
  const form = useRef<HTMLFormElement>(null)
  const isDone = result?.done !== undefined
  useEffect(() => {
    if (isDone && result) form.current?.reset()
  }, [isDone, result])
  const describeError = () => {
    if (result?.wrong !== undefined) return t('tables.numbers_wrong', { text: result.wrong })
    if (result?.isTooMany) return t('tables.too_many', { max: maxNumbers })
    return result?.errors?.[0]?.message
  }
  return (
    <Card title={t('tables.add')}>
      <Form method="post" className="stack" ref={form} preventScrollReset>
        <Field
          data-shortcut="n"
          name="numbers"
          label={t('tables.numbers')}
          hint={t('tables.numbers_hint')}
          maxLength={500}
          autoComplete="off"
          error={describeError()}
          isErrorAlert
        />
        <div className="row">
          <SendButton intent="add">{t('tables.add')}</SendButton>
          {isDone && <Done>{t('office.saved')}</Done>}
        </div>
      </Form>
    </Card>
  )
}

function Service({ store, result }: { store: StoreTables; result: Result | undefined }) {
  const { t } = useTableTexts()
  return (
    <EditForm stored={store} result={result}>
      {({ isOn, openedBy }) => (
        <Card title={t('tables.service')}>
          <Check name="isOn" label={t('tables.is_on')} defaultChecked={isOn} />
          <Select
            name="openedBy"
            label={t('tables.opened_by')}
            defaultValue={openedBy}
            options={[
              { value: 'guests', label: t('tables.by_guests') },
              { value: 'staff', label: t('tables.by_staff') },
            ]}
          />
        </Card>
      )}
    </EditForm>
  )
}
