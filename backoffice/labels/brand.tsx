import type { LoaderFunctionArgs } from 'react-router'
import { data, Link, redirect, useLoaderData } from 'react-router'
import { api } from '../core/api.ts'
import type { FormResult } from '../core/attempt.ts'
import { attempt, textOf } from '../core/attempt.ts'
import { useFormResult } from '../core/form-answer.ts'
import { EditForm } from '../forms/edit-form.tsx'
import { PictureField, pictureIn } from '../forms/picture-field.tsx'
import { TextPair, textPairOf } from '../forms/text-pair.tsx'
import { Card, Page } from '../frame/page.tsx'
import { Removal } from './removal.tsx'
import { useLabelTexts } from './texts.ts'

/** Loads the brand and all other brands. If the brand is deleted, one of them can replace it. */
export async function loader({ params }: LoaderFunctionArgs) {
  const { brands } = await api.staff.brands()
  const brand = brands.find(({ brand }) => brand === params.brand)
  if (!brand) throw data(null, { status: 404 })
  return { brand, others: brands.filter((other) => other !== brand) }
}

/** Saves or deletes the brand. If the server rejects the change, the page keeps the input. */
export async function action({ request, params }: LoaderFunctionArgs): Promise<FormResult> {
  const form = await request.formData()
  const brandVersion = { brand: params.brand ?? '', version: textOf(form, 'version') }
  if (textOf(form, 'intent') === 'remove') {
    const { errors } = await attempt(api.staff.removeBrand({ ...brandVersion, into: textOf(form, 'into') || null }))
    if (errors) return { errors }
    throw redirect('/brands')
  }
  return attempt(
    api.staff.writeBrand({
      ...brandVersion,
      name: textPairOf(form, 'name'),
      story: textPairOf(form, 'story'),
      image: pictureIn(form, 'image'),
    }),
  )
}

/** `/office/brands/:brand`: a brand with its story and picture. */
export function Component() {
  const { t, say } = useLabelTexts()
  const { brand, others } = useLoaderData<typeof loader>()
  const result = useFormResult<typeof action>()
  const { brand: id, name, version, products } = brand
  return (
    <Page title={say(name)} action={<Link to="/brands">{t('brands.back')}</Link>}>
      <EditForm
        key={id}
        stored={brand}
        result={result}
        labels={{ name: t('labels.name'), story: t('brands.story'), image: t('brands.picture') }}
      >
        {({ name, story, image }, errors) => (
          <>
            <Card title={t('labels.name')}>
              <div className="pair">
                <TextPair
                  name="name"
                  label={(locale) => t(`labels.name_${locale}`)}
                  text={name}
                  maxLength={80}
                  errors={errors}
                />
              </div>
              <div className="pair">
                <TextPair
                  name="story"
                  label={(locale) => t(`brands.story_${locale}`)}
                  text={story}
                  rows={4}
                  maxLength={1000}
                  errors={errors}
                />
              </div>
            </Card>
            <Card title={t('brands.picture')}>
              <PictureField name="image" label={t('brands.picture')} image={image} />
            </Card>
          </>
        )}
      </EditForm>
      <Removal
        id={id}
        version={version}
        products={products}
        name={say(name)}
        button={t('brands.delete')}
        into={{
          label: t('brands.into'),
          none: t('brands.into_none'),
          others: others.map(({ brand, name }) => ({ value: brand, label: say(name) })),
        }}
      />
    </Page>
  )
}
