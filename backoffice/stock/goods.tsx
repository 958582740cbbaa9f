import type { ReactNode } from 'react'
import type { StockItem, StockMovement } from '#contract/office/stock.ts'
import { Picture } from '#ui/picture.tsx'
import { SecondName } from '../core/second-name.tsx'
import { useStockTexts } from './texts.ts'

/** Returns a function that names goods in the staff member's language: "Moon cake · Large". */
export function useItemName(): (goods: Pick<StockItem, 'name' | 'detail'>) => string {
  const { say } = useStockTexts()
  return ({ name, detail }) => [say(name), say(detail)].filter(Boolean).join(' · ')
}

type GoodsProps = Pick<StockItem, 'name' | 'detail' | 'image' | 'sku'> & {
  /** Shown instead of the plain name, for example a link. */
  title?: ReactNode
  children?: ReactNode
}

/** Goods with their picture, their names in both languages and their SKU. */
export function StockItemName({ name, detail, image, sku, title, children }: GoodsProps) {
  const { say } = useStockTexts()
  return (
    <div className="with-picture stock-goods">
      <Picture image={image} sizes="64px" decorative />
      <div>
        <strong>{title ?? say(name)}</strong>
        <SecondName name={name} />
        <p className="soft">{[say(detail), sku].filter(Boolean).join(' · ')}</p>
        {children}
      </div>
    </div>
  )
}

/**
 * Shows whether the goods were never stocked here, are marked as sold out, have no free piece, or are low in stock.
 * Otherwise shows nothing.
 */
export function StockState({ item }: { item: StockItem }) {
  const { t } = useStockTexts()
  if (!item.isStocked) return <span className="soft">{t('stock.never')}</span>
  if (item.isSoldOut) return <span className="state state-off">{t('stock.is_sold_out')}</span>
  if (item.free <= 0) return <span className="state state-off">{t('stock.is_out')}</span>
  return item.isLow ? <span className="state state-late">{t('stock.is_low')}</span> : null
}

/** How many pieces of the goods wait in orders. Nothing if there are none. */
export function Waiting({ item: { waiting } }: { item: StockItem }) {
  const { t } = useStockTexts()
  return waiting > 0 ? <p className="soft">{t('stock.waiting', { count: waiting })}</p> : null
}

/** What was counted on the shelf, and how many pieces orders wait for. Nothing if no order waits. */
export function ShelfCount({ shelf }: { shelf: StockMovement['shelf'] | undefined }) {
  const { t } = useStockTexts()
  if (!shelf?.waiting) return null
  if (shelf.missing === 0) return <span className="soft"> {t('work.shelf', shelf)}</span>
  return <span className="state state-late">{t('work.missing', shelf)}</span>
}
