import { modifierText } from '#contract/format.ts'
import { formatMoney } from '#contract/money.ts'
import type { RefundableLine } from '#contract/office/orders.ts'
import type { OrderDetail } from '#contract/orders.ts'
import { Field } from '#ui/field.tsx'
import { textOf } from '../core/attempt.ts'
import { useOrderTexts } from './texts.ts'

/** The prefix of the name of a field for pieces. The rest of the name is the key of the order line. */
const fieldPrefix = 'pieces '

/** The chosen number of pieces by line key. */
export type Pieces = Record<string, number>

interface RefundLinesProps {
  order: OrderDetail
  refundable: RefundableLine[]
  pieces: Pieces
  onChange: (pieces: Pieces) => void
}

/**
 * The fields in which staff choose the pieces to refund, one for each line that still has pieces to refund. Each field
 * shows the refund of its chosen pieces, including tax.
 */
export function RefundLines({ order, refundable, pieces, onChange }: RefundLinesProps) {
  const { t, say, locale } = useOrderTexts()
  const money = (amount: number) => formatMoney({ ...order.total, amount }, locale)
  return refundable.map(({ key, sums }) => {
    const { name, optionText, modifiers = [] } = order.lines.find((line) => line.key === key) ?? {}
    const modifierTexts = modifiers.map((modifier) => modifierText(modifier, locale))
    const count = pieces[key] ?? 0
    // Until staff choose some pieces, shows the refund of all pieces of the line that are not refunded yet.
    const shown = count || sums.length
    return (
      <Field
        key={key}
        name={`${fieldPrefix}${key}`}
        type="number"
        inputMode="numeric"
        label={[say(name), say(optionText), ...modifierTexts].filter(Boolean).join(' · ')}
        hint={t('order.refund_pieces', { pieces: shown, left: sums.length, amount: money(sums[shown - 1] ?? 0) })}
        min={0}
        max={sums.length}
        value={count || ''}
        placeholder="0"
        onChange={({ target }) => onChange({ ...pieces, [key]: target.valueAsNumber || 0 })}
        isOptional
      />
    )
  })
}

/** The refund of the chosen pieces with their taxes, in minor units. */
export const refundOfPieces = (refundable: RefundableLine[], pieces: Pieces): number =>
  refundable.reduce((sum, { key, sums }) => sum + (sums[(pieces[key] ?? 0) - 1] ?? 0), 0)

/** The pieces to refund of one line. */
export interface ChosenPieces {
  key: string
  pieces: number
}

/** Parses the pieces to refund of each line. */
export const readRefundLines = (form: FormData): ChosenPieces[] =>
  [...form.keys()]
    .filter((name) => name.startsWith(fieldPrefix))
    .map((name) => ({ key: name.slice(fieldPrefix.length), pieces: Number(textOf(form, name)) }))
    .filter(({ pieces }) => pieces > 0)
