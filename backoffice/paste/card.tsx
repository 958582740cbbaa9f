import { useState } from 'react'
import { Link } from 'react-router'
import type { Locale, Text } from '#contract/languages.ts'
import { languages, localesFrom, toLang } from '#contract/languages.ts'
import { Check } from '#ui/check.tsx'
import { Field } from '#ui/field.tsx'
import { Select } from '#ui/select.tsx'
import type { CardDraft, PasteDraft, SizeDraft } from './draft.ts'
import { isReady, questionsAbout } from './draft.ts'
import { usePasteTexts } from './texts.ts'

interface CardProps {
  card: CardDraft
  at: number
  draft: PasteDraft
  currency: string
  change: (card: CardDraft) => void
}

/**
 * A card in which staff check one product. It contains the product's fields, the questions that only a person can
 * answer, and the choice whether to add the product.
 */
export function PasteCard({ card, at, draft, currency, change }: CardProps) {
  const { t, say } = usePasteTexts()
  const questions = questionsAbout(card, currency)
  const [isOpen, setOpen] = useState(false)
  const prices = card.sizes.map(({ name, price }) => [say(name), price || '–'].filter(Boolean).join(' ')).join(' · ')
  const otherNames = Object.values(card.name).filter((words) => words && words !== say(card.name))
  const needsReview = card.isIn && !isReady(card, currency)
  return (
    <li className="paste-card card" data-open={needsReview || undefined}>
      <div className="paste-head">
        <Check
          name={`in ${at}`}
          label={say(card.name) || t('paste.line', { line: card.line })}
          checked={card.isIn}
          onChange={({ currentTarget }) => change({ ...card, isIn: currentTarget.checked })}
        />
        <span className="paste-price">{prices}</span>
      </div>
      {otherNames.length > 0 && <p className="soft">{otherNames.join(' · ')}</p>}
      {card.known && (
        <p className="soft">
          {t('paste.known')} <Link to={`/products/${card.known}`}>{t('paste.open_known')}</Link>
        </p>
      )}
      {card.isIn &&
        questions.map((one) => (
          <p key={one} className="alert alert-note">
            {t(`paste.ask_${one}`)}
          </p>
        ))}
      {card.isIn && questions.some((one) => one !== 'sizes' && one !== 'price') && (
        <button
          type="button"
          className="button button-quiet paste-yes"
          onClick={() => change({ ...card, isConfirmed: true })}
        >
          {t('paste.confirm')}
        </button>
      )}
      <details open={isOpen || needsReview} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary>
          {t('paste.edit')} <span className="visually-hidden">{say(card.name)}</span>
        </summary>
        {(isOpen || needsReview) && <CardFields card={card} at={at} draft={draft} change={change} />}
      </details>
    </li>
  )
}

function CardFields({ card, at, draft, change }: Omit<CardProps, 'currency'>) {
  const { t, say } = usePasteTexts()
  return (
    <div className="stack">
      <NamePair
        name={`name ${at}`}
        label={(language) => t('paste.name_in', { language })}
        text={card.name}
        maxLength={120}
        change={(name) => change({ ...card, name })}
      />
      <Sizes name={`size ${at}`} sizes={card.sizes} change={(sizes) => change({ ...card, sizes })} />
      <button
        type="button"
        className="link"
        onClick={() => change({ ...card, sizes: [...card.sizes, { name: clearedText(card.name), price: '' }] })}
      >
        {t('paste.add_size')}
      </button>
      {draft.categories.length > 0 && (
        <Select
          name={`category ${at}`}
          label={t('paste.category')}
          value={card.category ?? ''}
          required={false}
          placeholder={t('paste.no_category')}
          options={draft.categories.map((name, index) => ({ value: String(index), label: say(name) }))}
          onChange={({ currentTarget: { value } }) =>
            change({ ...card, category: value === '' ? null : Number(value) })
          }
        />
      )}
      <NamePair
        name={`description ${at}`}
        label={(language) => t('paste.description_in', { language })}
        text={card.description}
        maxLength={4000}
        change={(description) => change({ ...card, description })}
      />
      {draft.groups.map((group, index) => (
        <Check
          // biome-ignore lint/suspicious/noArrayIndexKey: groups never move.
          key={index}
          name={`group ${at} ${index}`}
          label={say(group.name)}
          checked={card.groups.includes(index)}
          onChange={() => change({ ...card, groups: toggle(card.groups, index) })}
        />
      ))}
      {card.tags.length > 0 && (
        <div className="row">
          {t('paste.tags')}
          {card.tags.map((tag) => (
            <button
              key={tag}
              type="button"
              className="link"
              onClick={() => change({ ...card, tags: toggle(card.tags, tag) })}
            >
              {t(`paste.tag_${tag}`)} – {t('paste.remove')}
            </button>
          ))}
        </div>
      )}
    </div>
  )
}

const clearedText = (text: Text): Text => ({
  ...text,
  ...Object.fromEntries(Object.keys(text).map((key) => [key, ''])),
})
const toggle = <Value,>(list: Value[], value: Value): Value[] =>
  list.includes(value) ? list.filter((one) => one !== value) : [...list, value].sort()

interface SizesProps {
  name: string
  sizes: SizeDraft[]
  change: (sizes: SizeDraft[]) => void
  label?: 'paste.size_in' | 'paste.name_in'
}

/** Fields for the sizes of a product or the choices of a group. Each has a name and a price. */
export function Sizes({ name, sizes, change, label = 'paste.size_in' }: SizesProps) {
  const { t } = usePasteTexts()
  const isNamed =
    sizes.length > 1 || label === 'paste.name_in' || sizes.some((size) => Object.values(size.name).some(Boolean))
  const setSizeAt = (position: number, size: SizeDraft) =>
    change(sizes.map((one, index) => (index === position ? size : one)))
  return sizes.map((size, position) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: sizes have no other key, and their fields are controlled.
    <div key={position} className="paste-size">
      {isNamed && (
        <NamePair
          name={`${name} ${position}`}
          label={(language) => t(label, { language })}
          text={size.name}
          maxLength={60}
          change={(text) => setSizeAt(position, { ...size, name: text })}
        />
      )}
      <Field
        name={`${name} ${position} price`}
        label={t('paste.price')}
        inputMode="decimal"
        value={size.price}
        onChange={({ currentTarget }) => setSizeAt(position, { ...size, price: currentTarget.value })}
      />
      {sizes.length > 1 && (
        <button type="button" className="link" onClick={() => change(sizes.filter((_, index) => index !== position))}>
          {t('paste.remove')}
        </button>
      )}
    </div>
  ))
}

interface NamePairProps {
  name: string
  label: (language: string) => string
  text: Text
  maxLength: number
  change: (text: Text) => void
}

/** Fields for a text, one for each language. The field for the staff member's language comes first. */
export function NamePair({ name, label, text, maxLength, change }: NamePairProps) {
  const { locale: userLocale } = usePasteTexts()
  return (
    <div className="pair">
      {localesFrom(userLocale).map((locale: Locale) => (
        <Field
          key={locale}
          name={`${name} ${locale}`}
          label={label(languages[locale].name)}
          lang={toLang(locale)}
          value={text[locale]}
          maxLength={maxLength}
          isOptional
          onChange={({ currentTarget }) => change({ ...text, [locale]: currentTarget.value })}
        />
      ))}
    </div>
  )
}
