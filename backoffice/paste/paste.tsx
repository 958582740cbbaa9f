import { useEffect, useState } from 'react'
import { Link, useLoaderData, useRevalidator } from 'react-router'
import { maxPastedProducts } from '#contract/constants.ts'
import type { ErrorItem } from '#contract/errors.ts'
import { Check } from '#ui/check.tsx'
import { ErrorSummary } from '#ui/field.tsx'
import { Select } from '#ui/select.tsx'
import { TextArea } from '#ui/text-area.tsx'
import { api } from '../core/api.ts'
import type { Attempt } from '../core/attempt.ts'
import { attemptOnPage } from '../core/attempt.ts'
import { useFrame } from '../core/me.ts'
import { draftKeyOf } from '../forms/draft.ts'
import { Card, Page } from '../frame/page.tsx'
import { taxClasses } from '../products/form.ts'
import { NamePair, PasteCard, Sizes } from './card.tsx'
import type { PasteDraft } from './draft.ts'
import {
  draftOf,
  isDrinkCard,
  isGroupReady,
  isReady,
  maxTextLength,
  maxTextLines,
  namesIn,
  newDraft,
  readStoredDraft,
  resubmitted,
  storeDraft,
  submissionOf,
  withExisting,
} from './draft.ts'
import { readMenu } from './menu-text.ts'
import { usePasteTexts } from './texts.ts'
import './paste.css'

const example = '珍珠奶茶 Pearl milk tea 6.50 / 大杯 7.50'
const nameBatchSize = 100

/** Loads the currency of the prices, and whether the shop has no products yet. */
export async function loader() {
  const [{ baseCurrency }, { products }] = await Promise.all([
    api.staff.exchangeRates(),
    api.staff.products({ limit: 1 }),
  ])
  return { currency: baseCurrency, isEmpty: products.length === 0 }
}

interface StepProps {
  draft: PasteDraft
  setDraft: (draft: PasteDraft) => void
  setErrors: (errors: ErrorItem[]) => void
}

/** `/office/products/paste`: reads a pasted menu, and adds its products after the staff member has checked them. */
export function Component() {
  const { t } = usePasteTexts()
  const { me } = useFrame()
  const key = draftKeyOf(me.id, '/products/paste')
  const [draft, setDraft] = useState(() => readStoredDraft(key))
  const [errors, setErrors] = useState<ErrorItem[]>([])
  useEffect(() => storeDraft(key, draft), [key, draft])
  const steps = { draft, setDraft, setErrors }
  return (
    <Page
      title={t('products.paste')}
      intro={t('paste.intro')}
      action={<Link to="/products">{t('office.products')}</Link>}
    >
      <Added {...steps} />
      <ErrorSummary errors={errors} title={t('paste.wrong')} labels={{}} />
      {draft.isRead ? <CheckStep {...steps} /> : <TextStep {...steps} />}
    </Page>
  )
}

/** Shows how many products the staff member added last, with a button that removes these products again. */
function Added({ draft: { added }, draft, setDraft, setErrors }: StepProps) {
  const { t } = usePasteTexts()
  const { revalidate } = useRevalidator()
  const [removed, setRemoved] = useState<number | null>(null)
  if (removed !== null && !added) return <p role="status">{t('paste.undone', { count: removed })}</p>
  if (!added) return null
  async function undo(paste: string) {
    const { done, errors } = await attemptOnPage(api.staff.undoPasted({ paste }), t('office.offline'))
    setErrors(errors ?? [])
    if (!done) return
    setRemoved(done.removed)
    void revalidate()
    setDraft({ ...draft, added: null })
  }
  return (
    <p className="card paste-added" role="status">
      <strong>{t('paste.added', { count: added.count })}</strong>
      <button type="button" className="button button-quiet" onClick={() => undo(added.paste)}>
        {t('paste.undo')}
      </button>
      <Link to="/products">{t('paste.see')}</Link>
    </p>
  )
}

/** The products of the shop that have one of the names in the draft. */
async function findKnown(draft: PasteDraft, offline: string): Promise<Attempt<{ name: string; product: string }[]>> {
  const names = namesIn(draft)
  const known: { name: string; product: string }[] = []
  for (let offset = 0; offset < names.length; offset += nameBatchSize) {
    const request = api.staff.findPasted({ names: names.slice(offset, offset + nameBatchSize) })
    const { done, errors } = await attemptOnPage(request, offline)
    if (errors) return { errors }
    known.push(...done.products)
  }
  return { done: known }
}

function TextStep({ draft, setDraft, setErrors }: StepProps) {
  const { t } = usePasteTexts()
  const { currency } = useLoaderData<typeof loader>()
  const [isBusy, setBusy] = useState(false)
  const refuse = (message: string) => setErrors([{ code: 'input.invalid', field: 'text', message }])

  async function read() {
    const { text } = draft
    const lines = text.split('\n').length
    if (!text.trim()) return refuse(t('paste.empty'))
    if (text.length > maxTextLength) return refuse(t('paste.too_long', { count: text.length, most: maxTextLength }))
    if (lines > maxTextLines) return refuse(t('paste.too_many_lines', { count: lines, most: maxTextLines }))
    const menu = readMenu(text)
    if (menu.items.length === 0) return refuse(t('paste.no_products'))
    setBusy(true)
    const newDraftValue = draftOf(draft, menu, currency)
    const { done: known, errors } = await findKnown(newDraftValue, t('office.offline'))
    setBusy(false)
    setErrors(errors ?? [])
    if (known) setDraft(withExisting(newDraftValue, known))
  }

  return (
    <form
      className="card"
      onSubmit={(event) => {
        event.preventDefault()
        void read()
      }}
    >
      <TextArea
        name="text"
        label={t('paste.text')}
        hint={t('paste.example', { example })}
        rows={14}
        required={false}
        value={draft.text}
        onChange={({ currentTarget }) => setDraft({ ...draft, text: currentTarget.value })}
      />
      <button type="submit" className="button" aria-disabled={isBusy || undefined}>
        {t('paste.read')}
      </button>
    </form>
  )
}

function CheckStep({ draft, setDraft, setErrors }: StepProps) {
  const { t } = usePasteTexts()
  const { currency } = useLoaderData<typeof loader>()
  const known = draft.cards.filter((card) => card.known).length
  return (
    <>
      <div className="row paste-found">
        <p role="status">
          {t('paste.found', { count: draft.cards.length })}
          {known > 0 && <> · {t('paste.found_known', { count: known })}</>}
        </p>
        <button type="button" className="link" onClick={() => setDraft({ ...draft, isRead: false })}>
          {t('paste.back')}
        </button>
      </div>
      {draft.left.length > 0 && <LeftLines left={draft.left} />}
      <Groups draft={draft} setDraft={setDraft} currency={currency} />
      <ul className="paste-cards">
        {draft.cards.map((card, cardIndex) => (
          <PasteCard
            // biome-ignore lint/suspicious/noArrayIndexKey: cards never move.
            key={cardIndex}
            card={card}
            at={cardIndex}
            draft={draft}
            currency={currency}
            change={(next) => setDraft({ ...draft, cards: draft.cards.with(cardIndex, next) })}
          />
        ))}
      </ul>
      <AddForm draft={draft} setDraft={setDraft} setErrors={setErrors} />
    </>
  )
}

/** The lines of the menu that the menu parser did not understand. */
function LeftLines({ left }: Pick<PasteDraft, 'left'>) {
  const { t } = usePasteTexts()
  return (
    <details className="card">
      <summary>{t('paste.left', { count: left.length })}</summary>
      <p className="soft">{t('paste.left_hint')}</p>
      <ul className="paste-left">
        {left.map(({ line, text }) => (
          <li key={line}>
            <span className="soft">{t('paste.line', { line })}</span> {text}
          </li>
        ))}
      </ul>
    </details>
  )
}

/**
 * The form that adds the chosen products. Adds nothing while a chosen product lacks a name or has an open question, or
 * while a group lacks a name or a price.
 */
function AddForm({ draft, setDraft, setErrors }: StepProps) {
  const { t } = usePasteTexts()
  const { currency, isEmpty } = useLoaderData<typeof loader>()
  const { revalidate } = useRevalidator()
  const [isBusy, setBusy] = useState(false)
  // A shop without products shows the new products to shoppers by default, because the owner probably wants to sell
  // them at once.
  const isShown = draft.isShown ?? isEmpty
  const count = draft.cards.filter(({ isIn }) => isIn).length
  const refuse = (message: string) => setErrors([{ code: 'input.invalid', message }])

  async function add() {
    if (isBusy) return
    const unready = draft.cards.filter((card) => card.isIn && !isReady(card, currency)).length
    const groups = draft.groups.filter((group) => !isGroupReady(group, currency)).length
    if (unready + groups > 0) return refuse(t('paste.unready', { count: unready + groups }))
    if (count > maxPastedProducts) return refuse(t('paste.too_many', { most: maxPastedProducts }))
    if (count === 0) return refuse(t('paste.no_products'))
    setBusy(true)
    const { done, errors } = await attemptOnPage(
      api.staff.addPasted(submissionOf(draft, { currency, isShown })),
      t('office.offline'),
    )
    if (errors?.some(({ code }) => code === 'request.key_reused')) {
      // The server added the products of an earlier version of this draft, but the response was lost. So the draft gets
      // a new submission id, and `resubmitted` deselects the products that the shop already has.
      const { done: known, errors } = await findKnown(draft, t('office.offline'))
      if (known) setDraft(resubmitted(draft, known))
      setErrors(errors ?? [{ code: 'request.key_reused', message: t('paste.sent_before') }])
    } else setErrors(errors ?? [])
    setBusy(false)
    if (done) {
      setDraft({ ...newDraft(), added: { paste: done.paste, count: done.products.length } })
      void revalidate()
    }
    scrollTo({ top: 0 })
  }

  return (
    <form
      className="card paste-end"
      onSubmit={(event) => {
        event.preventDefault()
        void add()
      }}
    >
      <Select
        name="taxClass"
        label={t('paste.tax')}
        value={draft.taxClass}
        options={taxClasses.map((name) => ({ value: name, label: t(`tax.${name}`) }))}
        onChange={({ currentTarget: { value } }) =>
          setDraft({ ...draft, taxClass: taxClasses.find((name) => name === value) ?? 'standard' })
        }
      />
      <Check
        name="isShown"
        label={t('paste.show')}
        checked={isShown}
        onChange={({ currentTarget }) => setDraft({ ...draft, isShown: currentTarget.checked })}
      />
      <button type="submit" className="button" aria-disabled={isBusy || undefined}>
        {t(isShown ? 'paste.add_shown' : 'paste.add_drafts', { count })}
      </button>
    </form>
  )
}

/**
 * The modifier groups and the categories that the pasted menu names. Each group has buttons that give the group to all
 * drinks, to all products or to none.
 */
function Groups({ draft, setDraft, currency }: Omit<StepProps, 'setErrors'> & { currency: string }) {
  const { t, say } = usePasteTexts()
  const assignGroup = (index: number, mayHave: (card: PasteDraft['cards'][number]) => boolean) => {
    const cards = draft.cards.map((card) => {
      const others = card.groups.filter((one) => one !== index)
      return { ...card, groups: mayHave(card) ? [...others, index].sort() : others }
    })
    setDraft({ ...draft, cards })
  }
  return (
    <>
      {draft.groups.length > 0 && (
        <Card title={t('paste.groups')}>
          {draft.groups.map((group, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: groups never move.
            <details key={index} className="paste-group" open={!isGroupReady(group, currency) || undefined}>
              <summary>
                {t('paste.group_at', {
                  name: say(group.name),
                  count: draft.cards.filter((card) => card.isIn && card.groups.includes(index)).length,
                })}
                <span className="soft"> {group.choices.map((choice) => say(choice.name)).join(' · ')}</span>
              </summary>
              <div className="stack">
                <div className="row">
                  <button
                    type="button"
                    className="button button-quiet"
                    onClick={() => assignGroup(index, (card) => isDrinkCard(draft, card))}
                  >
                    {t('paste.group_drinks')}
                  </button>
                  <button type="button" className="button button-quiet" onClick={() => assignGroup(index, () => true)}>
                    {t('paste.group_all')}
                  </button>
                  <button type="button" className="button button-quiet" onClick={() => assignGroup(index, () => false)}>
                    {t('paste.group_none')}
                  </button>
                </div>
                <Sizes
                  name={`choice ${index}`}
                  label="paste.name_in"
                  sizes={group.choices}
                  change={(choices) => setDraft({ ...draft, groups: draft.groups.with(index, { ...group, choices }) })}
                />
              </div>
            </details>
          ))}
        </Card>
      )}
      {draft.categories.length > 0 && (
        <details className="card">
          <summary>{t('paste.categories', { count: draft.categories.length })}</summary>
          {draft.categories.map((name, index) => (
            <NamePair
              // biome-ignore lint/suspicious/noArrayIndexKey: categories never move.
              key={index}
              name={`category name ${index}`}
              label={(language) => t('paste.name_in', { language })}
              text={name}
              maxLength={80}
              change={(text) => setDraft({ ...draft, categories: draft.categories.with(index, text) })}
            />
          ))}
        </details>
      )}
    </>
  )
}
