import { useEffect, useRef } from 'react'
import type { LoaderFunctionArgs } from 'react-router'
import { Form, Link, useLoaderData, useLocation } from 'react-router'
import type { Locale } from '#contract/languages.ts'
import { isWritten, locales, perLocale, toLang } from '#contract/languages.ts'
import type { WordingArea, WordingText } from '#contract/office/content.ts'
import { Check } from '#ui/check.tsx'
import { Field } from '#ui/field.tsx'
import { Select } from '#ui/select.tsx'
import { api } from '../core/api.ts'
import { attempt, textOf } from '../core/attempt.ts'
import { useFormResult } from '../core/form-answer.ts'
import { hasRight, useFrame } from '../core/me.ts'
import { Empty, Page } from '../frame/page.tsx'
import { useWordingTexts } from './texts.ts'
import { WordingForm } from './words-form.tsx'
import './words.css'

/** Loads the texts that match the search in the URL, and the open text. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const query = new URL(request.url).searchParams
  const filters = {
    words: query.get('words') ?? '',
    // The cast is safe, because the server rejects an unknown area.
    area: (query.get('area') || undefined) as WordingArea | undefined,
    isChanged: query.has('changed'),
    page: Number(query.get('page')) || 1,
  }
  return { asked: filters, ...(await api.staff.wording({ ...filters, text: params.text })) }
}

/** Saves the owner's version of the open text, or restores the built-in version. */
export async function action({ request, params }: LoaderFunctionArgs) {
  const form = await request.formData()
  const isBack = textOf(form, 'intent') === 'back'
  const own = perLocale((locale) => (isBack ? '' : textOf(form, locale)))
  return attempt(api.staff.writeWording({ text: params.text ?? '', version: textOf(form, 'version'), own }))
}

/** `/office/texts`: the texts of shoppers' pages. At `/office/texts/:text`, one text is open. */
export function Component() {
  const { me } = useFrame()
  const { t } = useWordingTexts()
  const { texts, open } = useLoaderData<typeof loader>()
  const openIndex = texts.findIndex(({ text }) => text === open?.text)
  const lastOpenIndex = useRef(0)
  useEffect(() => {
    if (openIndex >= 0) lastOpenIndex.current = openIndex
  }, [openIndex])
  // After a change the open text may no longer match the search. The open text then stays at its place in the list, so
  // that its form keeps the input.
  const shown = open && openIndex < 0 ? texts.toSpliced(lastOpenIndex.current, 0, open) : texts
  return (
    <Page
      title={t('office.texts')}
      intro={t('wording.intro')}
      action={hasRight(me, 'store.write') && <Link to="/shop">{t('office.shop')}</Link>}
    >
      <Search />
      {shown.length > 0 && (
        <ul className="rows card">
          {shown.map((wording) =>
            wording.text === open?.text ? (
              <li key={wording.text} className="wording-open">
                <OpenText wording={wording} />
              </li>
            ) : (
              <TextRow key={wording.text} wording={wording} />
            ),
          )}
        </ul>
      )}
      {texts.length === 0 && <NothingFound />}
      <Pages />
    </Page>
  )
}

function Search() {
  const { t } = useWordingTexts()
  const { asked, areas, changed, found } = useLoaderData<typeof loader>()
  const options = areas.map(({ area, texts }) => ({
    value: area,
    label: t('wording.area_count', { area: t(`wording.area_${area}`), count: texts }),
  }))
  return (
    <Form action="/texts" className="stack" role="search" key={JSON.stringify({ ...asked, page: 1 })}>
      <div className="pair">
        <Field
          name="words"
          type="search"
          label={t('wording.search')}
          hint={t('wording.search_hint')}
          defaultValue={asked.words}
          maxLength={200}
          required={false}
        />
        <Select
          name="area"
          label={t('wording.area')}
          defaultValue={asked.area}
          placeholder={t('wording.all')}
          options={options}
        />
      </div>
      <Check
        name="changed"
        label={t('wording.only_changed', { count: changed })}
        value="1"
        defaultChecked={asked.isChanged}
      />
      <div className="row">
        <button type="submit" className="button">
          {t('wording.search_button')}
        </button>
      </div>
      <p className="soft" role="status">
        {t('wording.found', { count: found })}
      </p>
    </Form>
  )
}

function NothingFound() {
  const { t } = useWordingTexts()
  const { asked } = useLoaderData<typeof loader>()
  const isSearch = asked.words !== ''
  return (
    <Empty title={t(isSearch ? 'wording.none' : 'wording.none_changed')}>
      {isSearch && t('wording.none_help')} <Link to="/texts">{t('wording.show_all')}</Link>
    </Empty>
  )
}

/** A text as shoppers currently read it, in both languages. */
function TextRow({ wording }: { wording: WordingText }) {
  const { t } = useWordingTexts()
  const { search, state } = useLocation()
  const { text } = wording
  const link = useRef<HTMLAnchorElement>(null)
  const wasClosed = state?.closed === text
  useEffect(() => {
    if (wasClosed) link.current?.focus()
  }, [wasClosed])
  return (
    <li className="row-item">
      <div className="wording">
        <div className="pair">
          {locales.map((locale) => (
            <p key={locale} lang={toLang(locale)}>
              {shownText(wording, locale)}
            </p>
          ))}
        </div>
        <WordingFacts wording={wording} />
      </div>
      <Link
        ref={link}
        className="button button-quiet"
        to={`/texts/${text}${search}`}
        aria-label={`${t('office.change')}: ${useTitle(wording)}`}
      >
        {t('office.change')}
      </Link>
    </li>
  )
}

/** Shows where a text is used, for which grammatical number, and whether the owner changed it. */
function WordingFacts({ wording: { area, number, builtIn, own } }: { wording: WordingText }) {
  const { t } = useWordingTexts()
  const facts = [
    ...(isWritten(builtIn) ? [] : [t('wording.terms')]),
    t(`wording.area_${area}`),
    ...(number ? [t(`wording.${number}`)] : []),
  ]
  return (
    <p className="soft">
      {facts.join(' · ')}
      {isWritten(own) && <strong className="state-good"> · {t('wording.changed')}</strong>}
    </p>
  )
}

/** A text in one language. Empty if the text is not used in that language. */
const shownText = ({ languages: used, own, builtIn }: WordingText, locale: Locale) =>
  used.includes(locale) ? own[locale] || builtIn[locale] : ''

/**
 * Returns the title of a text: its words in the staff member's language. If it has no words in that language, returns
 * its words in the other language. If it has no words at all, returns a general name.
 */
function useTitle(wording: WordingText): string {
  const { t, say } = useWordingTexts()
  return say(perLocale((locale) => shownText(wording, locale))) || t('wording.terms')
}

function OpenText({ wording }: { wording: WordingText }) {
  const { search } = useLocation()
  const { t } = useWordingTexts()
  const result = useFormResult<typeof action>()
  const heading = useRef<HTMLHeadingElement>(null)
  // Moves the focus to the heading, because the link that opened the text has disappeared.
  useEffect(() => heading.current?.focus(), [])
  return (
    <section className="stack" aria-label={t('wording.edit')}>
      <h2 tabIndex={-1} ref={heading}>
        {useTitle(wording)}
      </h2>
      <WordingFacts wording={wording} />
      <WordingForm wording={wording} result={result} />
      <Link className="link" to={`/texts${search}`} state={{ closed: wording.text }}>
        {t('wording.close')}
      </Link>
    </section>
  )
}

/** Links to the previous and the next page. */
function Pages() {
  const { t } = useWordingTexts()
  const { search } = useLocation()
  const {
    asked: { page },
    pages,
  } = useLoaderData<typeof loader>()
  if (pages === 1) return null
  const to = (page: number) => {
    const query = new URLSearchParams(search)
    query.set('page', String(page))
    return `/texts?${query}`
  }
  return (
    <nav className="list-pages" aria-label={t('wording.pages')}>
      {page > 1 && (
        <Link className="button button-quiet" to={to(page - 1)}>
          {t('wording.before')}
        </Link>
      )}
      <p className="soft">{t('wording.page', { page, pages })}</p>
      {page < pages && (
        <Link className="button button-quiet" to={to(page + 1)}>
          {t('wording.after')}
        </Link>
      )}
    </nav>
  )
}
