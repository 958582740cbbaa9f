import type { KeyboardEvent } from 'react'
import { flushSync } from 'react-dom'
import { Link } from 'react-router'
import type { CategoryState } from '#contract/office/categories.ts'
import { Icon } from '#ui/icon.tsx'
import { Picture } from '#ui/picture.tsx'
import { Select } from '#ui/select.tsx'
import { SecondName } from '../core/second-name.tsx'
import { useCategoryTexts } from './texts.ts'
import type { Branch, Place } from './tree.ts'
import { inTreeOrder, isWithin, placeAfterStep, placeOf } from './tree.ts'
import type { useDrag } from './use-drag.ts'

interface CategoryRowProps {
  branch: Branch<CategoryState>
  rows: CategoryState[]
  drag: ReturnType<typeof useDrag>
  /** The id of the category whose row shows the buttons that move it. Empty if no row shows them. */
  open: string
  setOpen: (category: string) => void
  moveTo: (category: string, place: Place) => void
  setShown: (row: CategoryState) => void
  isReadOnly: boolean
}

/** The row of a category with its buttons, and the rows of the categories below it. */
export function CategoryRow({ branch: { row, below }, ...props }: CategoryRowProps) {
  const { rows, drag, open, setOpen, moveTo, setShown, isReadOnly } = props
  const { t, say } = useCategoryTexts()
  const { category, isShown } = row
  const name = say(row.name) || category
  const isOpen = open === category
  const side = drag.target?.category === category ? drag.target.side : undefined

  function step(by: 1 | -1) {
    const place = placeAfterStep(rows, category, by)
    if (!place) return
    const focused = document.activeElement
    flushSync(() => moveTo(category, place))
    // When React moves the row in the document, the focused button loses the focus. This call restores the focus.
    if (focused instanceof HTMLElement) focused.focus()
  }

  function handleKeyDown(event: KeyboardEvent) {
    if (isReadOnly || !event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return
    event.preventDefault()
    step(event.key === 'ArrowUp' ? -1 : 1)
  }

  return (
    <li>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: its buttons move the category, too */}
      <div
        className="category-row"
        data-category={category}
        data-side={side}
        data-dragged={drag.dragged === category || undefined}
        onKeyDown={handleKeyDown}
      >
        {!isReadOnly && (
          <button
            type="button"
            className="icon-button category-handle"
            aria-label={t('categories.move_named', { name })}
            aria-expanded={isOpen}
            {...drag.handle(category, () => setOpen(isOpen ? '' : category))}
          >
            <Icon name="menu" />
          </button>
        )}
        {row.image && <Picture image={row.image} sizes="48px" decorative />}
        <CategorySummary row={row} isParent={below.length > 0} isReadOnly={isReadOnly} />
        {!isReadOnly && (
          <button
            type="button"
            className="button button-quiet category-show"
            aria-label={t(isShown ? 'categories.hide_named' : 'categories.show_named', { name })}
            onClick={() => setShown(row)}
          >
            <Icon name="eye" />
            <span>{t(isShown ? 'categories.hide' : 'categories.show')}</span>
          </button>
        )}
        {isOpen && <Moves row={row} rows={rows} step={step} moveTo={moveTo} />}
      </div>
      {below.length > 0 && (
        <ul className="category-list category-below">
          {below.map((branch) => (
            <CategoryRow key={branch.row.category} {...props} branch={branch} />
          ))}
        </ul>
      )}
    </li>
  )
}

function CategorySummary({
  row,
  isParent,
  isReadOnly,
}: {
  row: CategoryState
  isParent: boolean
  isReadOnly: boolean
}) {
  const { t, say } = useCategoryTexts()
  const { category, name, products, isShown } = row
  const title = (
    <>
      <strong>{say(name) || category}</strong>
      <SecondName name={name} />
    </>
  )
  return (
    <div className="category-words">
      {isReadOnly ? <p>{title}</p> : <Link to={`/categories/${encodeURIComponent(category)}`}>{title}</Link>}
      <p className="soft">
        {products === 0 && !isParent && t('categories.no_products')}
        {products === 1 && t('categories.one_product')}
        {products > 1 && t('categories.products', { count: products })}
        {!isShown && <span className="category-hidden">{t('categories.hidden')}</span>}
      </p>
    </div>
  )
}

interface MovesProps extends Pick<CategoryRowProps, 'rows' | 'moveTo'> {
  row: CategoryState
  step: (by: 1 | -1) => void
}

/** Shows the controls that move a category up, down, or below another category. */
function Moves({ row: { category }, rows, step, moveTo }: MovesProps) {
  const { t, say } = useCategoryTexts()
  const { parent } = placeOf(rows, category)
  const moveButton = (by: 1 | -1, icon: 'chevron-up' | 'chevron-down', label: string) => (
    <button
      type="button"
      className="button button-quiet"
      aria-disabled={!placeAfterStep(rows, category, by)}
      onClick={() => step(by)}
    >
      <Icon name={icon} />
      {label}
    </button>
  )
  return (
    <div className="category-moves">
      {moveButton(-1, 'chevron-up', t('categories.up'))}
      {moveButton(1, 'chevron-down', t('categories.down'))}
      <Select
        name={`parent-${category}`}
        label={t('categories.under')}
        value={parent ?? ''}
        onChange={({ currentTarget }) => moveTo(category, { parent: currentTarget.value || null, before: null })}
        options={[
          { value: '', label: t('categories.top') },
          ...inTreeOrder(rows, say)
            .filter(({ row }) => !isWithin(rows, row.category, category))
            .map(({ row, path }) => ({ value: row.category, label: path })),
        ]}
      />
    </div>
  )
}
