import { Icon } from '#ui/icon.tsx'
import type { DraftLine, Work } from './draft.ts'
import { withChosenItem, without, withQuantity } from './draft.ts'
import { StockItemName, useItemName } from './goods.tsx'
import { useStockTexts } from './texts.ts'

interface WorkLineProps {
  line: DraftLine
  work: Work
  /** Whether the list has been sent. Staff can then no longer change it. */
  isOff: boolean
  setLines: (next: (lines: DraftLine[]) => DraftLine[]) => void
}

const maxPieces = 100_000

/** A line of an unsaved list: goods, their number, and the recorded stock. */
export function WorkLine({ line, work, isOff, setLines }: WorkLineProps) {
  const { t } = useStockTexts()
  const nameOf = useItemName()
  const { code, quantity, item, choices = [] } = line
  const name = item ? nameOf(item) : code
  const set = (count: number) =>
    setLines((lines) =>
      withQuantity(lines, code, {
        quantity: Math.min(Math.max(Math.trunc(count) || 0, 0), maxPieces),
        countedAt: Date.now(),
      }),
    )
  return (
    <li className="row-item stock-line">
      {item ? (
        <StockItemName {...item}>
          <RecordedStock line={line} work={work} />
        </StockItemName>
      ) : (
        <div className="stock-goods">
          <strong>{code}</strong>
          {item === undefined ? (
            <p className="soft">{t('work.looking')}</p>
          ) : (
            <p className="state state-late">{t(choices.length > 0 ? 'work.which' : 'work.unknown')}</p>
          )}
        </div>
      )}
      <div className="stock-numbers">
        <input
          type="number"
          inputMode="numeric"
          className="stock-number"
          min={0}
          max={maxPieces}
          value={quantity}
          aria-label={t('work.quantity', { name })}
          disabled={isOff}
          onFocus={({ currentTarget }) => currentTarget.select()}
          onChange={({ currentTarget }) => set(Number(currentTarget.value))}
        />
        <button
          type="button"
          className="icon-button"
          aria-label={t('work.remove', { name })}
          disabled={isOff}
          onClick={() => setLines((lines) => without(lines, code))}
        >
          <Icon name="trash" />
        </button>
      </div>
      {!item && choices.length > 0 && (
        <ul className="stock-choices">
          {choices.map((choice) => (
            <li key={choice.sku}>
              <button
                type="button"
                className="button button-quiet"
                onClick={() => setLines((lines) => withChosenItem(lines, code, choice))}
              >
                {nameOf(choice)} <span className="soft">{choice.sku}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </li>
  )
}

/**
 * For waste and moves, shows the free pieces of a line's goods. For received goods, shows the recorded stock. For a
 * count, shows how many pieces should be on the shelf, how many of these wait in orders, and by how many pieces the
 * counted quantity differs.
 */
function RecordedStock({ line: { item, quantity }, work }: Pick<WorkLineProps, 'line' | 'work'>) {
  const { t } = useStockTexts()
  if (!item) return null
  if (work === 'waste' || work === 'move') {
    const isShort = quantity > item.free
    return <p className={isShort ? 'state state-off' : 'soft'}>{t('work.free', { count: item.free })}</p>
  }
  if (work === 'receive') return <p className="soft">{t('work.books', { count: item.onHand })}</p>
  const expected = item.onHand + item.waiting
  const difference = quantity - expected
  return (
    <p className="soft">
      {t('work.expected', { count: expected })} · {t('work.in_orders', { count: item.waiting })}
      {difference !== 0 && (
        <strong className="stock-difference">
          {t('work.difference', { count: difference > 0 ? `+${difference}` : `−${-difference}` })}
        </strong>
      )}
    </p>
  )
}
