import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { Link } from 'react-router'
import { maxGroupModifiers } from '#contract/constants.ts'
import type { ErrorItem } from '#contract/errors.ts'
import { localesFrom, toLang } from '#contract/languages.ts'
import type { OfficeModifierGroupDetail } from '#contract/office/modifiers.ts'
import { Field } from '#ui/field.tsx'
import { Icon } from '#ui/icon.tsx'
import { hasRight, hasRightAt, useFrame } from '../core/me.ts'
import { rowName } from '../forms/rows.ts'
import { fieldIn } from '../forms/text-pair.tsx'
import type { RowList } from '../forms/use-rows.tsx'
import { useRows } from '../forms/use-rows.tsx'
import { Card } from '../frame/page.tsx'
import type { Entry } from '../products/lists.ts'
import { textIn } from '../products/lists.ts'
import { choiceRows, newChoice } from './form.ts'
import { useModifierTexts } from './texts.ts'

interface ChoicesProps {
  group: OfficeModifierGroupDetail
  errors: ErrorItem[] | undefined
}

/**
 * The choices of a group: names, surcharges and order. Staff move a choice with its buttons, by dragging, or with Alt
 * and an arrow key.
 */
export function Choices({ group, errors }: ChoicesProps) {
  const { t, say } = useModifierTexts()
  const { me } = useFrame()
  const [status, setStatus] = useState('')
  const box = useRef<HTMLOListElement>(null)
  const dragged = useRef('')
  const list = useRows('modifiers', choiceRows(group), {
    label: () => t('modifier.choices'),
    show: (_, value) => value,
  })
  const nameOf = ({ row }: Entry, index: number) =>
    say(textIn(row, 'name')) || t('modifier.choice', { number: index + 1 })

  function move(entry: Entry, from: number, by: 1 | -1) {
    const to = from + by
    if (to < 0 || to >= list.rows.length) return
    const focused = document.activeElement
    flushSync(() => {
      list.move(entry.key, to)
      setStatus(t('modifier.moved', { name: nameOf(entry, from), position: to + 1, all: list.rows.length }))
    })
    // When React moves the row in the document, the focused button loses the focus. This call restores the focus.
    if (focused instanceof HTMLElement) focused.focus()
  }

  function add() {
    const choice = newChoice()
    flushSync(() => list.set(choice.key, choice.row))
    box.current?.querySelector<HTMLElement>('li:last-child input')?.focus()
  }

  return (
    <Card title={t('modifier.choices')}>
      {list.field}
      <p className="soft">{t('modifier.order_hint')}</p>
      <ol className="modifier-choices" ref={box}>
        {list.rows.map((entry, index) => (
          <li
            key={entry.key}
            onDragOver={(event) => event.preventDefault()}
            onDrop={(event) => {
              event.preventDefault()
              list.move(dragged.current, index)
            }}
            onKeyDown={(event) => {
              if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return
              event.preventDefault()
              move(entry, index, event.key === 'ArrowUp' ? -1 : 1)
            }}
          >
            <ChoiceRow
              list={list}
              entry={entry}
              errors={errors}
              currency={group.currency}
              name={nameOf(entry, index)}
              onDrag={() => {
                dragged.current = entry.key
              }}
              up={index > 0 ? () => move(entry, index, -1) : null}
              down={index < list.rows.length - 1 ? () => move(entry, index, 1) : null}
            />
          </li>
        ))}
      </ol>
      <p className="visually-hidden" role="status">
        {status}
      </p>
      <div className="row modifier-links">
        {list.rows.length < maxGroupModifiers && (
          <button type="button" className="button button-quiet" onClick={add}>
            {t('modifier.add_choice')}
          </button>
        )}
        {group.group !== 'new' && hasRight(me, 'catalogue.soldout') && (
          <Link to="/sold-out">{t('modifier.sold_out')}</Link>
        )}
      </div>
    </Card>
  )
}

interface ChoiceRowProps {
  list: RowList
  entry: Entry
  errors: ErrorItem[] | undefined
  currency: string
  name: string
  onDrag: () => void
  /** Moves the choice up. Null for the first choice. Likewise, `down` is null for the last choice. */
  up: (() => void) | null
  down: (() => void) | null
}

function ChoiceRow({ list, entry, errors, currency, name, onDrag, up, down }: ChoiceRowProps) {
  const { t, locale: userLocale } = useModifierTexts()
  const { me } = useFrame()
  const { key, row } = entry
  const messageFor = (part: string) => errors?.find(({ field }) => field === rowName('modifiers', key, part))?.message
  const toolButton = (label: string, icon: 'chevron-up' | 'chevron-down' | 'trash', work: (() => void) | null) => (
    <button type="button" className="icon-button" aria-label={label} aria-disabled={!work} onClick={() => work?.()}>
      <Icon name={icon} />
    </button>
  )
  return (
    <fieldset className="modifier-choice">
      <legend className="visually-hidden">{name}</legend>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: keys and buttons move the choice, too */}
      <div className="modifier-tools" draggable onDragStart={onDrag}>
        <strong aria-hidden="true">{name}</strong>
        {toolButton(t('modifier.up', { name }), 'chevron-up', up)}
        {toolButton(t('modifier.down', { name }), 'chevron-down', down)}
        {toolButton(
          t('modifier.remove_choice', { name }),
          'trash',
          list.rows.length > 1 ? () => list.remove(key) : null,
        )}
      </div>
      <div className="modifier-fields">
        {localesFrom(userLocale).map((locale) => {
          const field = fieldIn('name', locale)
          return (
            <Field
              key={locale}
              name={`part_${field}`}
              data-part=""
              label={t(`modifier.choice_${locale}`)}
              lang={toLang(locale)}
              value={row[field] ?? ''}
              required={false}
              maxLength={80}
              error={messageFor(field)}
              onChange={({ currentTarget }) => list.set(key, { [field]: currentTarget.value })}
            />
          )
        })}
        <Field
          name="price"
          data-part=""
          label={t('modifier.price', { currency })}
          inputMode="decimal"
          value={row.price ?? ''}
          required={false}
          readOnly={!hasRightAt(me, 'catalogue.price', null)}
          maxLength={20}
          error={messageFor('price')}
          onChange={({ currentTarget }) => list.set(key, { price: currentTarget.value })}
        />
        <label className="check">
          <input
            type="checkbox"
            name="part_preselected"
            data-part=""
            checked={row.isPreselected === 'on'}
            onChange={({ currentTarget }) => list.set(key, { isPreselected: currentTarget.checked ? 'on' : '' })}
          />
          {t('modifier.preselected')}
        </label>
      </div>
    </fieldset>
  )
}
