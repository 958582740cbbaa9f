import { useState } from 'react'
import type { LoaderFunctionArgs } from 'react-router'
import { Link, useLoaderData, useSearchParams } from 'react-router'
import { columns, locales, toLang } from '#contract/languages.ts'
import { tablePageMessages } from '#contract/messages/office-tables.ts'
import { sum } from '#contract/sum.ts'
import { Check } from '#ui/check.tsx'
import { QrSquares } from '#ui/qr-squares.tsx'
import { Select } from '#ui/select.tsx'
import { api } from '../core/api.ts'
import { useFrame } from '../core/me.ts'
import { Card, Empty, Page } from '../frame/page.tsx'
import { useTableTexts } from './texts.ts'
import './print.css'

const papers = ['letter', 'a4'] as const
const perPage = ['6', '8']

/** Loads the tables of a store, with their codes. */
export const loader = ({ params }: LoaderFunctionArgs) => api.staff.tables({ location: params.location ?? '' })

type Store = Awaited<ReturnType<typeof loader>>

/** `/office/tables/:location/print`: a sheet of cards with the codes of all tables, or of the tables in the URL. */
export function Component() {
  const { t, say } = useTableTexts()
  const store = useLoaderData<typeof loader>()
  const [search] = useSearchParams()
  const { tables, location, country, isOn } = store
  const [chosen, setChosen] = useState(
    () => new Set(search.has('table') ? search.getAll('table') : tableNumbers(tables)),
  )
  const [paper, setPaper] = useState<string>(country === 'CN' ? 'a4' : 'letter')
  const [cards, setCards] = useState('6')
  const chosenTables = tables.filter(({ number }) => chosen.has(number))
  const pages = toPages(chosenTables, Number(cards))
  return (
    <Page
      title={t('sheet.title')}
      intro={say(store.name)}
      action={<Link to={`/tables/${location}`}>{t('sheet.back')}</Link>}
    >
      {!isOn && <p className="alert alert-note">{t('tables.off_staff')}</p>}
      {tables.length === 0 ? (
        <Empty title={t('tables.none')}>{t('tables.none_help')}</Empty>
      ) : (
        <>
          <Card title={t('sheet.what')}>
            <div className="pair">
              <Select
                name="paper"
                label={t('sheet.paper')}
                value={paper}
                onChange={({ target }) => setPaper(target.value)}
                options={papers.map((value) => ({ value, label: t(`sheet.${value}`) }))}
              />
              <Select
                name="cards"
                label={t('sheet.per_page')}
                value={cards}
                onChange={({ target }) => setCards(target.value)}
                options={perPage.map((value) => ({ value, label: value }))}
              />
            </div>
            <Choice tables={tables} chosen={chosen} onChoose={setChosen} />
            {chosenTables.length > 0 ? (
              <>
                <div className="row sheet-go">
                  <button type="button" className="button" onClick={() => print()}>
                    {t('sheet.print')}
                  </button>
                  <p role="status">{t('sheet.summary', { cards: chosenTables.length, pages: pages.length })}</p>
                </div>
                <p className="soft">{t('sheet.hint')}</p>
              </>
            ) : (
              <p role="status">{t('sheet.nothing')}</p>
            )}
          </Card>
          <div className="sheets">
            {pages.map((page) => (
              <section key={page[0]?.number} className={`sheet sheet-${paper} sheet-${cards}`}>
                {page.map((table) => (
                  <TableCard key={table.number} table={table} store={store} />
                ))}
              </section>
            ))}
          </div>
        </>
      )}
    </Page>
  )
}

const tableNumbers = (tables: Store['tables']) => tables.map(({ number }) => number)

function toPages<Item>(items: Item[], size: number): Item[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, page) =>
    items.slice(page * size, (page + 1) * size),
  )
}

interface ChoiceProps {
  tables: Store['tables']
  chosen: Set<string>
  onChoose: (chosen: Set<string>) => void
}

function Choice({ tables, chosen, onChoose }: ChoiceProps) {
  const { t } = useTableTexts()
  return (
    <fieldset className="stack">
      <legend>{t('sheet.tables')}</legend>
      <div className="sheet-choice">
        {tables.map(({ number }) => (
          <Check
            key={number}
            name="table"
            label={number}
            checked={chosen.has(number)}
            onChange={({ target }) => {
              const next = new Set(chosen)
              if (target.checked) next.add(number)
              else next.delete(number)
              onChoose(next)
            }}
          />
        ))}
      </div>
      <div className="row">
        <button type="button" className="button button-quiet" onClick={() => onChoose(new Set(tableNumbers(tables)))}>
          {t('sheet.choose_all')}
        </button>
        <button type="button" className="button button-quiet" onClick={() => onChoose(new Set())}>
          {t('sheet.choose_none')}
        </button>
      </div>
    </fieldset>
  )
}

/**
 * A table's card: the shop with its logo, the table's number and code, and in each language what a guest can do with
 * the code.
 */
function TableCard({ table: { number, address }, store }: { table: Store['tables'][number]; store: Store }) {
  const { t, say } = useTableTexts()
  const { me, shopName, shopMark } = useFrame()
  const storeName = me.stores.length > 1 ? say(store.name) : ''
  return (
    <article className="table-card" aria-label={t('tables.one', { number })}>
      <div className="table-card-shop">
        <img src={shopMark} alt="" />
        <p style={fittingFontSize(shopName, { width: 74, largest: 6.5, smallest: 3.6 })}>
          {shopName}
          {storeName && <span>{storeName}</span>}
        </p>
      </div>
      <div className="table-card-middle">
        <QrSquares text={address} />
        <p className="table-card-number">
          <span>
            <InEachLanguage text="card.table" />
          </span>
          <strong style={fittingFontSize(number, { width: 34, largest: 20, smallest: 6 })}>{number}</strong>
        </p>
      </div>
      <div className="table-card-line">
        <p className="table-card-scan">
          <InEachLanguage text="card.scan" />
        </p>
        <InEachLanguage text="card.line" />
      </div>
    </article>
  )
}

/** A text in every language, because a guest may read only one of them. */
function InEachLanguage({ text }: { text: 'card.table' | 'card.scan' | 'card.line' }) {
  return locales.map((locale) => (
    <span key={locale} lang={toLang(locale)}>
      {tablePageMessages[text][columns[locale]]}
    </span>
  ))
}

/**
 * Returns a style with the largest font size, up to `largest`, at which a text fits `width` in one line. A text that
 * does not fit even at the size `smallest` takes several lines. All lengths are in millimetres.
 */
function fittingFontSize(
  text: string,
  { width, largest, smallest }: { width: number; largest: number; smallest: number },
) {
  // In bold, a Latin letter is on average 0.66 em wide, and a Chinese character 1 em.
  const ems = sum(Array.from(text, (letter) => (letter > '\u2e80' ? 1 : 0.66)))
  const size = Math.max(smallest, Math.min(largest, width / ems))
  return { fontSize: `calc(${size.toFixed(1)} * var(--mm))` }
}
