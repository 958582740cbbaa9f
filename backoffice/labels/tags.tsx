import type { LoaderFunctionArgs } from 'react-router'
import { useLoaderData } from 'react-router'
import { addonTag, signatureTag } from '#contract/constants.ts'
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

/** Loads all tags. */
export const loader = () => api.staff.tags()

/** Adds a tag. If the server rejects the tag, the page keeps the input. */
export async function action({ request }: LoaderFunctionArgs): Promise<Added> {
  const name = textPairOf(await request.formData(), 'name')
  const { done, errors } = await attempt(api.staff.addTag({ name }))
  return errors ? { errors } : { done: { id: done.added, name } }
}

/** `/office/tags`: the tags of the shop's products. */
export function Component() {
  const { t } = useLabelTexts()
  const { me } = useFrame()
  const { tags } = useLoaderData<typeof loader>()
  const result = useFormResult<typeof action>()
  const mayWrite = hasRightAt(me, 'catalogue.write', null)
  const factsOf = ({ tag, isHidden }: (typeof tags)[number]) => [
    ...(isHidden ? [t('tags.hidden')] : []),
    ...(tag === addonTag ? [t('tags.addon')] : []),
    ...(tag === signatureTag ? [t('tags.signature')] : []),
  ]
  return (
    <Page title={t('tags.title')} {...(tags.length > 0 && { intro: t('tags.intro') })}>
      {tags.length === 0 ? (
        <Empty title={t('tags.empty')}>{t('tags.empty_help')}</Empty>
      ) : (
        <ul className="rows card">
          {tags.map((tag) => (
            <LabelRow
              key={tag.tag}
              name={tag.name}
              products={tag.products}
              facts={factsOf(tag)}
              to={mayWrite ? `/tags/${encodeURIComponent(tag.tag)}` : undefined}
            />
          ))}
        </ul>
      )}
      {mayWrite && (
        <AddForm
          title={t('tags.add_title')}
          label={t('labels.name')}
          labelIn={(locale) => t(`labels.name_${locale}`)}
          button={t('labels.add')}
          added={(name) => t('labels.added', { name })}
          maxLength={60}
          result={result}
        />
      )}
    </Page>
  )
}
