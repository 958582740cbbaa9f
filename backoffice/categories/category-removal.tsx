import type { LoaderFunctionArgs } from 'react-router'
import { Form, Link, redirect, useLoaderData } from 'react-router'
import { Select } from '#ui/select.tsx'
import { SendButton } from '#ui/send-button.tsx'
import { api } from '../core/api.ts'
import type { FormResult } from '../core/attempt.ts'
import { attempt, textOf } from '../core/attempt.ts'
import { useFormResult } from '../core/form-answer.ts'
import { Page } from '../frame/page.tsx'
import { menus } from '../menus/menu-data.ts'
import type { Entry } from '../menus/menu-tree.ts'
import { toEntries } from '../menus/menu-tree.ts'
import { useCategoryTexts } from './texts.ts'
import { inTreeOrder } from './tree.ts'

/**
 * Loads the category and the records that its removal affects. Loads all categories, because staff can move the
 * products to another category. Loads the menu entries that lead to the category if the staff member has the right to
 * see the menus.
 */
export async function loader({ params }: LoaderFunctionArgs) {
  const id = params.category ?? ''
  const [category, { categories }, { done: settings }] = await Promise.all([
    api.staff.category({ category: id }),
    api.staff.categories(),
    attempt(api.staff.shopSettings()),
  ])
  const entries = settings ? menus.flatMap((menu) => flattenEntries(toEntries(settings.navigation[menu]))) : []
  const leading = entries.filter(({ target }) => target.kind === 'category' && target.id === id)
  return { category, categories, leading: leading.map(({ names }) => names) }
}

const flattenEntries = (entries: Entry[]): Entry[] =>
  entries.flatMap((entry) => [entry, ...flattenEntries(entry.entries)])

/** Deletes the category. If the server rejects the removal, the page stays open. */
export async function action({ request, params }: LoaderFunctionArgs): Promise<FormResult> {
  const form = await request.formData()
  const { errors } = await attempt(
    api.staff.removeCategory({
      category: params.category ?? '',
      version: textOf(form, 'version'),
      moveTo: textOf(form, 'moveTo') || null,
    }),
  )
  if (errors) return { errors }
  throw redirect('/categories')
}

/** `/office/categories/:category/delete`: what a removal does to products and to other categories. */
export function Component() {
  const { t, say } = useCategoryTexts()
  const { category, categories, leading } = useLoaderData<typeof loader>()
  const result = useFormResult<typeof action>()
  const { products, onlyHere, below, parent } = category
  const name = say(category.name)
  const others = inTreeOrder(categories, say).filter(({ row }) => row.category !== category.category)
  const back = `/categories/${encodeURIComponent(category.category)}`
  return (
    <Page title={t('category.delete_title', { name })} action={<Link to={back}>{name}</Link>}>
      <Form method="post" className="card stack">
        {result?.errors && (
          <div className="alert" role="alert">
            {result.errors.map(({ code, message }) => (
              <p key={code}>{message}</p>
            ))}
          </div>
        )}
        <input type="hidden" name="version" value={category.version} />
        <p>
          <strong>
            {products === 0 ? t('category.holds_none') : t('category.holds', { count: products, only: onlyHere })}
          </strong>
        </p>
        {products > 0 && <p>{t('category.goods_stay')}</p>}
        {products > 0 && others.length > 0 && (
          <Select
            name="moveTo"
            label={t('category.move_to')}
            defaultValue={parent ?? ''}
            options={[
              { value: '', label: t('category.nowhere') },
              ...others.map(({ row, path }) => ({ value: row.category, label: path })),
            ]}
          />
        )}
        {below.length > 0 && (
          <p>{t('category.below_stay', { names: below.map(({ name }) => say(name)).join(' · ') })}</p>
        )}
        {leading.length > 0 && <p>{t('category.in_menus', { names: leading.map(say).join(' · ') })}</p>}
        <p className="soft">{t('category.links_end')}</p>
        <div className="row">
          <SendButton intent="remove">{t('category.delete_title', { name })}</SendButton>
          <Link className="button button-quiet" to={back}>
            {t('category.keep')}
          </Link>
        </div>
      </Form>
    </Page>
  )
}
