import type { ReactNode } from 'react'
import { formatMoney } from '#contract/money.ts'
import type { ImportLine } from '#contract/office/imports.ts'
import { useImportTexts } from './texts.ts'

interface LineHeadProps {
  line: Pick<ImportLine, 'line' | 'product' | 'name'> & Partial<Pick<ImportLine, 'price' | 'priceTo'>>
  /** Shown in place of the product's id, for example a link. */
  children?: ReactNode
}

/**
 * The heading of an entry in the report: the line's number in the file, and the product with its price or price range.
 */
export function LineHead({ line: { line, product, name, price, priceTo }, children }: LineHeadProps) {
  const { t, locale } = useImportTexts()
  return (
    <p className="import-line-head">
      <span className="soft">{line > 0 ? t('imports.line', { line }) : t('imports.line_whole')}</span>
      {name && <strong>{name}</strong>}
      {price && (
        <span>
          {formatMoney(price, locale)}
          {priceTo && `–${formatMoney(priceTo, locale)}`}
        </span>
      )}
      {children || (product && (name ? <span className="soft">{product}</span> : <strong>{product}</strong>))}
    </p>
  )
}
