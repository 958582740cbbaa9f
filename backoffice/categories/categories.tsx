import { useEffect, useState } from 'react'
import type { LoaderFunctionArgs } from 'react-router'
import { useLoaderData } from 'react-router'
import { noText } from '#contract/languages.ts'
import type { CategoryState } from '#contract/office/categories.ts'
import { Select } from '#ui/select.tsx'
import { api } from '../core/api.ts'
import { attempt, textOf } from '../core/attempt.ts'
import { useFormResult } from '../core/form-answer.ts'
import { hasRightAt, useFrame } from '../core/me.ts'
import type { Added } from '../forms/add-form.tsx'
import { AddForm } from '../forms/add-form.tsx'
import { textPairOf } from '../forms/text-pair.tsx'
import { Empty, Page } from '../frame/page.tsx'
import { CategoryRow } from './category-row.tsx'
import { useCategoryTexts } from './texts.ts'
import type { Place } from './tree.ts'
import { inTreeOrder, placeOf, siblingsIn, toTree } from './tree.ts'
import type { Undo } from './undo-bar.tsx'
import { UndoBar } from './undo-bar.tsx'
import { useDrag } from './use-drag.ts'
import { useTree } from './use-tree.ts'
import './categories.css'

/** Loads all categories. */
export const loader = () => api.staff.categories()

/** Adds a category. If the server rejects the category, the page keeps the input. */
export async function action({ request }: LoaderFunctionArgs): Promise<Added> {
  const form = await request.formData()
  const name = textPairOf(form, 'name')
  const { done, errors } = await attempt(api.staff.addCategory({ name, parent: textOf(form, 'parent') || null }))
  return errors ? { errors } : { done: { id: done.added, name } }
}

/** `/office/categories`: the tree of categories. Staff add, order and hide categories here. */
export function Component() {
  const { t, say } = useCategoryTexts()
  const { me } = useFrame()
  const { list, errors, move, show } = useTree(useLoaderData<typeof loader>(), t('office.offline'))
  const [open, setOpen] = useState('')
  const [undo, setUndo] = useState<Undo | null>(null)
  const mayWrite = hasRightAt(me, 'catalogue.write', null)
  const rows = list.categories
  const nameOf = (id: string) => say(rows.find(({ category }) => category === id)?.name ?? noText) || id
  useEffect(() => {
    if (errors) setUndo(null)
  }, [errors])

  function moveTo(category: string, place: Place) {
    const oldPlace = placeOf(rows, category)
    if (oldPlace.parent === place.parent && oldPlace.before === place.before) return
    move(category, place)
    const name = nameOf(category)
    const siblings = siblingsIn(rows, place.parent).filter((row) => row.category !== category)
    const nextIndex = siblings.findIndex((row) => row.category === place.before)
    const position = (nextIndex < 0 ? siblings.length : nextIndex) + 1
    const hasNewParent = place.parent !== null && place.parent !== oldPlace.parent
    setUndo({
      text: hasNewParent
        ? t('categories.moved_under', { name, parent: nameOf(place.parent ?? '') })
        : t('categories.moved', { name, position, all: siblings.length + 1 }),
      undo: () => move(category, oldPlace),
    })
  }

  function setShown({ category, isShown }: CategoryState) {
    show(category, !isShown)
    setUndo({
      text: t(isShown ? 'categories.is_hidden' : 'categories.is_shown', { name: nameOf(category) }),
      undo: () => show(category, isShown),
    })
  }

  const drag = useDrag(rows, moveTo)
  return (
    <Page title={t('categories.title')} {...(rows.length > 0 && { intro: t('categories.intro') })}>
      {errors && (
        <div className="alert" role="alert">
          {errors.map(({ code, message }) => (
            <p key={code}>{message}</p>
          ))}
        </div>
      )}
      {rows.length === 0 ? (
        <Empty title={t('categories.empty')}>{t('categories.empty_help')}</Empty>
      ) : (
        <section className="card category-card" aria-label={t('categories.title')}>
          {mayWrite && rows.length > 1 && <p className="soft">{t('categories.order_hint')}</p>}
          <ul className="category-list">
            {toTree(rows).map((branch) => (
              <CategoryRow
                key={branch.row.category}
                branch={branch}
                rows={rows}
                drag={drag}
                open={open}
                setOpen={setOpen}
                moveTo={moveTo}
                setShown={setShown}
                isReadOnly={!mayWrite}
              />
            ))}
          </ul>
        </section>
      )}
      {mayWrite && <Add rows={rows} />}
      <UndoBar undo={undo} close={() => setUndo(null)} />
    </Page>
  )
}

function Add({ rows }: { rows: CategoryState[] }) {
  const { t, say } = useCategoryTexts()
  const result = useFormResult<typeof action>()
  return (
    <AddForm
      title={t('categories.add_title')}
      label={t('categories.name')}
      labelIn={(locale) => t(`categories.name_${locale}`)}
      button={t('categories.add')}
      added={(name) => t('categories.added', { name })}
      maxLength={100}
      result={result}
    >
      {rows.length > 0 && (
        <Select
          name="parent"
          label={t('categories.under')}
          options={[
            { value: '', label: t('categories.top') },
            ...inTreeOrder(rows, say).map(({ row, path }) => ({ value: row.category, label: path })),
          ]}
        />
      )}
    </AddForm>
  )
}
