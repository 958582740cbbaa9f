import type { LoaderFunctionArgs } from 'react-router'
import { data, Link, redirect, useLoaderData } from 'react-router'
import { Check } from '#ui/check.tsx'
import { api } from '../core/api.ts'
import type { FormResult } from '../core/attempt.ts'
import { attempt, textOf } from '../core/attempt.ts'
import { useFormResult } from '../core/form-answer.ts'
import { EditForm } from '../forms/edit-form.tsx'
import { TextPair, textPairOf } from '../forms/text-pair.tsx'
import { Card, Page } from '../frame/page.tsx'
import { Removal } from './removal.tsx'
import { useLabelTexts } from './texts.ts'

/** Loads the tag and all other tags. The tag can be merged into one of them. */
export async function loader({ params }: LoaderFunctionArgs) {
  const { tags } = await api.staff.tags()
  const tag = tags.find(({ tag }) => tag === params.tag)
  if (!tag) throw data(null, { status: 404 })
  return { tag, others: tags.filter((other) => other !== tag) }
}

/** Saves, merges or deletes the tag. If the server rejects the change, the page keeps the input. */
export async function action({ request, params }: LoaderFunctionArgs): Promise<FormResult> {
  const form = await request.formData()
  const tagVersion = { tag: params.tag ?? '', version: textOf(form, 'version') }
  if (textOf(form, 'intent') === 'remove') {
    const { errors } = await attempt(api.staff.removeTag({ ...tagVersion, into: textOf(form, 'into') || null }))
    if (errors) return { errors }
    throw redirect('/tags')
  }
  return attempt(api.staff.writeTag({ ...tagVersion, name: textPairOf(form, 'name'), isHidden: form.has('isHidden') }))
}

/** `/office/tags/:tag`: a tag with its names. */
export function Component() {
  const { t, say } = useLabelTexts()
  const { tag, others } = useLoaderData<typeof loader>()
  const result = useFormResult<typeof action>()
  const { tag: id, name, version, products } = tag
  return (
    <Page title={say(name)} action={<Link to="/tags">{t('tags.back')}</Link>}>
      <EditForm key={id} stored={tag} result={result} labels={{ name: t('labels.name') }}>
        {({ name, isHidden }, errors) => (
          <Card title={t('labels.name')}>
            <div className="pair">
              <TextPair
                name="name"
                label={(locale) => t(`labels.name_${locale}`)}
                text={name}
                maxLength={60}
                errors={errors}
              />
            </div>
            <Check name="isHidden" label={t('tags.hidden')} hint={t('tags.hidden_hint')} defaultChecked={isHidden} />
          </Card>
        )}
      </EditForm>
      <Removal
        id={id}
        version={version}
        products={products}
        name={say(name)}
        button={t('tags.delete')}
        into={{
          label: t('tags.into'),
          none: t('tags.into_none'),
          others: others.map(({ tag, name }) => ({ value: tag, label: say(name) })),
        }}
      />
    </Page>
  )
}
