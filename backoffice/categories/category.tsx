import type { LoaderFunctionArgs } from 'react-router'
import { Link, useLoaderData } from 'react-router'
import type { ErrorItem } from '#contract/errors.ts'
import type { CategoryDetail } from '#contract/office/categories.ts'
import { Check } from '#ui/check.tsx'
import { Select } from '#ui/select.tsx'
import { api } from '../core/api.ts'
import type { FormResult } from '../core/attempt.ts'
import { attempt, textOf } from '../core/attempt.ts'
import { useFormResult } from '../core/form-answer.ts'
import { EditForm } from '../forms/edit-form.tsx'
import { PictureField, pictureIn } from '../forms/picture-field.tsx'
import { TextPair, textPairOf } from '../forms/text-pair.tsx'
import { Card, Page } from '../frame/page.tsx'
import { HistoryLink } from '../log/history-link.tsx'
import { useCategoryTexts } from './texts.ts'

/** Loads the category. */
export const loader = ({ params }: LoaderFunctionArgs) => api.staff.category({ category: params.category ?? '' })

/** Saves the category. If the server rejects the change, the page keeps the input. */
export async function action({ request, params }: LoaderFunctionArgs): Promise<FormResult> {
  const form = await request.formData()
  return attempt(
    api.staff.writeCategory({
      category: params.category ?? '',
      version: textOf(form, 'version'),
      name: textPairOf(form, 'name'),
      description: textPairOf(form, 'description'),
      image: pictureIn(form, 'image'),
      isShown: form.has('isShown'),
      layout: textOf(form, 'layout') === 'menu' ? 'menu' : 'grid',
    }),
  )
}

/** `/office/categories/:category`: the form that changes one category. */
export function Component() {
  const { t, say } = useCategoryTexts()
  const category = useLoaderData<typeof loader>()
  const result = useFormResult<typeof action>()
  const encodedId = encodeURIComponent(category.category)
  return (
    <Page title={say(category.name)} action={<Link to="/categories">{t('category.back')}</Link>}>
      <p className="row">
        <Link to={`/products?category=${encodedId}`}>{t('category.to_products')}</Link>
        {category.isShown && (
          <a href={`/store/productlist?cat=${encodedId}`} target="_blank" rel="noreferrer">
            {t('category.view')}
          </a>
        )}
      </p>
      <EditForm
        key={category.category}
        stored={category}
        result={result}
        labels={{ name: t('categories.name'), description: t('category.description'), image: t('category.picture') }}
      >
        {(stored, errors) => <Fields category={stored} errors={errors} />}
      </EditForm>
      <div className="row">
        <Link className="button button-quiet" to={`/categories/${encodedId}/delete`}>
          {t('category.delete')}
        </Link>
        <HistoryLink subject={category.category} />
      </div>
    </Page>
  )
}

function Fields({ category, errors }: { category: CategoryDetail; errors: ErrorItem[] | undefined }) {
  const { t } = useCategoryTexts()
  const { name, description, image, isShown, layout } = category
  return (
    <>
      <Card title={t('categories.name')}>
        <div className="pair">
          <TextPair
            name="name"
            label={(locale) => t(`categories.name_${locale}`)}
            text={name}
            maxLength={100}
            errors={errors}
          />
        </div>
        <div className="pair">
          <TextPair
            name="description"
            label={(locale) => t(`category.description_${locale}`)}
            text={description}
            rows={3}
            maxLength={1000}
            errors={errors}
          />
        </div>
      </Card>
      <Card title={t('category.picture')}>
        <PictureField name="image" label={t('category.picture')} image={image} />
      </Card>
      <Card title={t('category.in_shop')}>
        <Check
          name="isShown"
          label={t('category.is_shown')}
          hint={t('category.is_shown_hint')}
          defaultChecked={isShown}
        />
        <Select
          name="layout"
          label={t('category.layout')}
          defaultValue={layout}
          options={[
            { value: 'grid', label: t('category.layout_grid') },
            { value: 'menu', label: t('category.layout_menu') },
          ]}
        />
      </Card>
    </>
  )
}
