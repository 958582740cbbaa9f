import { useEffect, useState } from 'react'
import { Form } from 'react-router'
import type { SoldOutEnd } from '#contract/constants.ts'
import { soldOutEnds } from '#contract/constants.ts'
import type { SellableItem, SoldOutList } from '#contract/office/sold-out.ts'
import { Field } from '#ui/field.tsx'
import { Select } from '#ui/select.tsx'
import { SendButton } from '#ui/send-button.tsx'
import { api } from '../core/api.ts'
import { Card } from '../frame/page.tsx'
import { ItemFields, ItemName, useTimeOf } from './item.tsx'
import { useSoldOutTexts } from './texts.ts'

/** How long to wait after the last letter before searching, in milliseconds. */
const debounceMs = 150

/**
 * A search field for goods and modifiers. It searches by name while the staff member types. Each result has a button
 * that marks it as sold out.
 */
export function MarkForm({ list }: { list: SoldOutList }) {
  const { t } = useSoldOutTexts()
  const closing = useTimeOf(list)(list.closesAt)
  const [name, setName] = useState('')
  const [ends, setEnds] = useState<SoldOutEnd>('closing')
  const found = useItemSearch(list.location, name)
  const isSoldOut = ({ kind, id }: SellableItem) => list.things.some((one) => one.kind === kind && one.id === id)
  return (
    <Card title={t('soldOut.mark')}>
      <div className="pair">
        <Field
          data-shortcut="n"
          name="find"
          type="search"
          label={t('soldOut.find')}
          hint={t('soldOut.find_hint')}
          value={name}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
          maxLength={100}
          autoComplete="off"
          required={false}
        />
        <Select
          name="ends"
          label={t('soldOut.ends')}
          value={ends}
          onChange={({ currentTarget }) => setEnds(soldOutEnds.find((end) => end === currentTarget.value) ?? ends)}
          options={soldOutEnds.map((value) => ({ value, label: t(`soldOut.ends_${value}`, { time: closing }) }))}
        />
      </div>
      <div aria-live="polite">
        {found?.things.length === 0 && <p className="soft">{t('soldOut.none_found', { name: found.name })}</p>}
        {found && found.things.length > 0 && (
          <ul className="rows">
            {found.things.map((thing) => (
              <li key={`${thing.kind} ${thing.id}`} className={`row-item ${thing.isPart ? 'sold-out-part' : ''}`}>
                <ItemName {...thing} image={thing.isPart ? null : thing.image} />
                {isSoldOut(thing) ? (
                  <span className="state state-off">{t('soldOut.sold_out')}</span>
                ) : (
                  <MarkButton thing={thing} ends={ends} />
                )}
              </li>
            ))}
          </ul>
        )}
        {found?.hasMore && <p className="soft">{t('soldOut.more_found')}</p>}
      </div>
    </Card>
  )
}

function MarkButton({ thing, ends }: { thing: SellableItem; ends: SoldOutEnd }) {
  const { t, say } = useSoldOutTexts()
  return (
    <Form method="post" preventScrollReset>
      <ItemFields {...thing} ends={ends} />
      <SendButton
        intent={`mark ${thing.kind} ${thing.id}`}
        className="button-quiet"
        label={`${t('soldOut.sold_out')}: ${say(thing.name)} ${say(thing.detail)}`.trim()}
      >
        {t('soldOut.sold_out')}
      </SendButton>
    </Form>
  )
}

interface SearchResult {
  name: string
  things: SellableItem[]
  /** Whether the search found more goods and modifiers than `things` contains. */
  hasMore: boolean
}

/**
 * The goods and modifiers whose name contains the text that was searched last. Undefined before the first response, and
 * for a text that is too short to search.
 */
function useItemSearch(location: string, query: string): SearchResult | undefined {
  const [found, setFound] = useState<SearchResult>()
  const name = query.trim()
  useEffect(() => {
    // Searches for a single Chinese character, which can be a word, but not for a single Latin letter, which would
    // match almost everything.
    if (name === '' || /^[a-z]$/i.test(name)) return setFound(undefined)
    const search = new AbortController()
    const timer = setTimeout(async () => {
      const result = await api.staff.sellable({ location, name }, search.signal).catch(() => null)
      if (result && !search.signal.aborted) setFound({ name, ...result })
    }, debounceMs)
    return () => {
      clearTimeout(timer)
      search.abort()
    }
  }, [location, name])
  return found
}
