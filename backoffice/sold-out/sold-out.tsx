import type { LoaderFunctionArgs } from 'react-router'
import { Form, useLoaderData } from 'react-router'
import type { SoldOutEnd, SoldOutKind } from '#contract/constants.ts'
import { soldOutEnds, soldOutKinds } from '#contract/constants.ts'
import type { Text } from '#contract/languages.ts'
import { perLocale } from '#contract/languages.ts'
import type { SoldOutItem, SoldOutList } from '#contract/office/sold-out.ts'
import { Icon } from '#ui/icon.tsx'
import { SendButton } from '#ui/send-button.tsx'
import { api } from '../core/api.ts'
import type { FormResult } from '../core/attempt.ts'
import { attempt, choiceOf, textOf } from '../core/attempt.ts'
import { useFormResult } from '../core/form-answer.ts'
import { loadChosenStore, StoreChoice } from '../core/store-choice.tsx'
import { Card, Empty, Page } from '../frame/page.tsx'
import { ItemFields, ItemName, useTimeOf } from './item.tsx'
import { MarkForm } from './mark-form.tsx'
import { useSoldOutTexts } from './texts.ts'
import './sold-out.css'

/** Loads what is sold out at the chosen store. */
export async function loader({ request }: LoaderFunctionArgs) {
  const { store, stores } = await loadChosenStore(request, 'catalogue.soldout')
  return { ...(await api.staff.soldOut({ location: store })), stores }
}

interface Result extends FormResult {
  intent: string
  kind: SoldOutKind
  id: string
  name: Text
  ends: SoldOutEnd
  /** The time when a removed mark would have ended. If staff undo the removal, the mark gets this time again. */
  until: string
}

/** Marks goods or a modifier as sold out, or removes the mark. */
export async function action({ request }: LoaderFunctionArgs): Promise<Result> {
  const form = await request.formData()
  const { store } = await loadChosenStore(request, 'catalogue.soldout')
  const item = { kind: choiceOf(form, 'kind', soldOutKinds), id: textOf(form, 'id') }
  const ends = choiceOf(form, 'ends', soldOutEnds)
  const until = textOf(form, 'until')
  const [intent = ''] = textOf(form, 'intent').split(' ')
  const name = perLocale((locale) => textOf(form, `name_${locale}`))
  const itemAtStore = { location: store, ...item }
  const work =
    intent === 'mark'
      ? api.staff.markSoldOut({ ...itemAtStore, ends, ...(until && { until }) })
      : api.staff.backOnSale(itemAtStore)
  return { intent, ...item, name, ends, until, ...(await attempt(work)) }
}

/** `/office/sold-out`: the sold-out marks of a store, and a search to add more. */
export function Component() {
  const { t } = useSoldOutTexts()
  const list = useLoaderData<typeof loader>()
  const result = useFormResult<typeof action>()
  return (
    <Page title={t('office.sold_out')} intro={t('soldOut.intro')}>
      <StoreChoice label={t('soldOut.store')} store={list.location} stores={list.stores} />
      <Outcome result={result} />
      <MarkForm key={list.location} list={list} />
      <Card title={t('soldOut.now')}>
        {list.things.length === 0 ? (
          <Empty title={t('soldOut.none')}>{t('soldOut.none_help')}</Empty>
        ) : (
          <ul className="rows">
            {list.things.map((thing) => (
              <Marked key={`${thing.kind} ${thing.id}`} thing={thing} list={list} />
            ))}
          </ul>
        )}
      </Card>
    </Page>
  )
}

/** The result of the last change, with a button to undo it. */
function Outcome({ result }: { result: Result | undefined }) {
  const { t, say } = useSoldOutTexts()
  if (!result) return null
  const { intent, errors, name } = result
  if (errors) {
    return errors.map(({ code, message }) => (
      <p key={code} className="alert" role="alert">
        {message}
      </p>
    ))
  }
  return (
    <Form method="post" className="sold-out-done" preventScrollReset>
      <p role="status">
        <Icon name="check" />
        {t(intent === 'mark' ? 'soldOut.done' : 'soldOut.ended', { name: say(name) })}
      </p>
      <ItemFields {...result} />
      <SendButton intent={intent === 'mark' ? 'end' : 'mark'} className="button-quiet">
        {t('soldOut.undo')}
      </SendButton>
    </Form>
  )
}

function Marked({ thing, list }: { thing: SoldOutItem; list: SoldOutList }) {
  const { t, say, when } = useSoldOutTexts()
  const timeOf = useTimeOf(list)
  const { until, by, at } = thing
  return (
    <li className="row-item">
      <ItemName {...thing}>
        <p className="state state-late">
          <Icon name="clock" />
          {until ? t('soldOut.back_at', { time: timeOf(until) }) : t('soldOut.back_never')}
        </p>
        {by && <p className="soft">{t('soldOut.by', { name: by, time: when(at, list.timeZone) })}</p>}
      </ItemName>
      <Form method="post" preventScrollReset>
        <ItemFields {...thing} />
        <SendButton
          intent={`end ${thing.kind} ${thing.id}`}
          className="button-quiet"
          label={`${t('soldOut.end')}: ${say(thing.name)} ${say(thing.detail)}`.trim()}
        >
          {t('soldOut.end')}
        </SendButton>
      </Form>
    </li>
  )
}
