import type { LoaderFunctionArgs } from 'react-router'
import { useLoaderData } from 'react-router'
import { api } from '../core/api.ts'
import { attempt } from '../core/attempt.ts'
import { useFormResult } from '../core/form-answer.ts'
import { hasRightAt, useFrame } from '../core/me.ts'
import type { Added } from '../forms/add-form.tsx'
import { AddForm } from '../forms/add-form.tsx'
import { textPairOf } from '../forms/text-pair.tsx'
import { Empty, Page } from '../frame/page.tsx'
import { LabelRow } from './label-row.tsx'
import { useLabelTexts } from './texts.ts'

/** Loads all brands. */
export const loader = () => api.staff.brands()

/** Adds a brand. If the server rejects the brand, the page keeps the input. */
export async function action({ request }: LoaderFunctionArgs): Promise<Added> {
  const name = textPairOf(await request.formData(), 'name')
  const { done, errors } = await attempt(api.staff.addBrand({ name }))
  return errors ? { errors } : { done: { id: done.added, name } }
}

/** `/office/brands`: the brands of the shop's products. */
export function Component() {
  const { t } = useLabelTexts()
  const { me } = useFrame()
  const { brands } = useLoaderData<typeof loader>()
  const result = useFormResult<typeof action>()
  const mayWrite = hasRightAt(me, 'catalogue.write', null)
  return (
    <Page title={t('brands.title')} {...(brands.length > 0 && { intro: t('brands.intro') })}>
      {brands.length === 0 ? (
        <Empty title={t('brands.empty')}>{t('brands.empty_help')}</Empty>
      ) : (
        <ul className="rows card">
          {brands.map(({ brand, name, image, products }) => (
            <LabelRow
              key={brand}
              name={name}
              image={image}
              products={products}
              to={mayWrite ? `/brands/${encodeURIComponent(brand)}` : undefined}
            />
          ))}
        </ul>
      )}
      {mayWrite && (
        <AddForm
          title={t('brands.add_title')}
          label={t('labels.name')}
          labelIn={(locale) => t(`labels.name_${locale}`)}
          button={t('labels.add')}
          added={(name) => t('labels.added', { name })}
          maxLength={80}
          result={result}
        />
      )}
    </Page>
  )
}
