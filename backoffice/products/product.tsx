import { useState } from 'react'
import type { LoaderFunctionArgs } from 'react-router'
import { Form, Link, useLoaderData, useLocation } from 'react-router'
import type { ErrorItem } from '#contract/errors.ts'
import { SendButton } from '#ui/send-button.tsx'
import { addOnce } from '../core/add-once.ts'
import { api } from '../core/api.ts'
import type { FormResult } from '../core/attempt.ts'
import { attempt, textOf } from '../core/attempt.ts'
import { useFormResult } from '../core/form-answer.ts'
import { hasRightAt, useFrame } from '../core/me.ts'
import { redirectAfterSave } from '../forms/draft.ts'
import { EditForm } from '../forms/edit-form.tsx'
import { TextPair } from '../forms/text-pair.tsx'
import { Card, Page } from '../frame/page.tsx'
import { HistoryLink } from '../log/history-link.tsx'
import { changedFields } from './changed-fields.ts'
import { Facts, FactTextsFold, SearchTerms } from './facts.tsx'
import { Fold } from './fold.tsx'
import type { CardProps, ShownProduct } from './form.ts'
import { InvalidAmountError, readProduct, readTexts, toFormErrors } from './form.ts'
import { Pictures } from './pictures.tsx'
import { Places } from './places.tsx'
import { Preview } from './preview.tsx'
import type { loader } from './product-data.ts'
import { Related } from './related.tsx'
import { Rules } from './rules.tsx'
import { State } from './state.tsx'
import { useProductTexts } from './texts.ts'
import { Variants } from './variants.tsx'
import './product.css'

export { loader } from './product-data.ts'

interface Result extends FormResult {
  wrongAmount?: string
}

/** Saves, archives or brings back the product. If the server rejects the change, the page keeps the input. */
export async function action({ request, params }: LoaderFunctionArgs): Promise<Result> {
  const form = await request.formData()
  const product = params.product ?? ''
  const version = textOf(form, 'version')
  const archive = textOf(form, 'archive')
  const write = () => {
    if (archive) return api.staff.writeProduct({ product, version, isArchived: archive === 'on' })
    if (form.has('variants')) return save(readProduct(form, product), api.staff.writeProduct)
    return save(readTexts(form, product), api.staff.writeProductWords)
  }
  try {
    const result = await attempt(write())
    if (result.errors) return { errors: toFormErrors(form, result.errors) }
    if (archive) return {}
    if (product === 'new') throw redirectAfterSave('/products')
    return result
  } catch (error) {
    if (error instanceof InvalidAmountError) return { wrongAmount: error.field }
    throw error
  }
}

/** Sends the changed fields of a stored product, or all fields of a new product. */
async function save<Written extends { product: string; version: string }, Answer>(
  read: Promise<Written>,
  write: (input: Pick<Written, 'product' | 'version'> & Partial<Written>) => Promise<Answer>,
): Promise<Answer> {
  const written = await read
  const { product } = written
  if (product === 'new') return addOnce('product', written, write)
  return write(changedFields(written, await api.staff.product({ product })))
}

/** `/office/products/:product`: a product with its variants. At `/office/products/new`, staff add a product. */
export function Component() {
  const { t, say } = useProductTexts()
  const { product, isNew } = useLoaderData<typeof loader>()
  const result = useFormResult<typeof action>()
  const { wrongAmount } = result ?? {}
  // The URL of the list that the staff member came from, with its filters. The component keeps this URL in its state,
  // because a save clears the navigation state.
  const { state } = useLocation()
  const [list] = useState(() => (typeof state?.list === 'string' ? state.list : ''))
  const amountError: ErrorItem[] | undefined = wrongAmount
    ? [{ code: 'input.invalid', field: wrongAmount, message: t('product.price_wrong') }]
    : undefined
  return (
    <Page
      title={isNew ? t('product.new') : say(product.name)}
      action={<Link to={`/products${list}`}>{t(list ? 'product.back_found' : 'product.back')}</Link>}
    >
      {product.isArchived && <p className="alert alert-note">{t('product.archived')}</p>}
      <EditForm
        key={product.copyOf ?? product.product}
        stored={product}
        result={amountError ? { errors: amountError } : result}
        labels={labelsOf(t)}
      >
        {(product, errors) => <Fields product={product} errors={errors} />}
      </EditForm>
      {!isNew && <Tools product={product} />}
    </Page>
  )
}

const labelsOf = (t: ReturnType<typeof useProductTexts>['t']) => ({
  name: t('product.names'),
  price: t('product.price'),
  compareAtPrice: t('product.compare'),
  memberPrice: t('product.member'),
  deposit: t('product.deposit'),
  prepaymentValue: t('product.prepayment'),
  minQuantity: t('product.min'),
  grams: t('product.grams'),
  sku: t('product.sku'),
  options: t('product.options'),
  variants: t('product.variants'),
  windows: t('product.windows'),
  isShown: t('product.shown'),
})

function Fields(props: CardProps) {
  const { me } = useFrame()
  const { product, errors } = props
  if (!hasRightAt(me, 'catalogue.write', null)) return <TextFields {...props} />
  return (
    <>
      <input type="hidden" name="currency" value={product.currency} />
      {product.copyOf && <input type="hidden" name="copyOf" value={product.copyOf} />}
      <Names {...props} />
      <Pictures {...props} />
      <Variants {...props} />
      <Places {...props} />
      <State {...props} />
      <Rules product={product} errors={errors} />
      <Facts {...props} />
      <SearchTerms {...props} />
      <Related product={product} />
    </>
  )
}

/** The fields for staff who may change only the words and pictures of products. */
function TextFields(props: CardProps) {
  const { t } = useProductTexts()
  return (
    <>
      <p className="soft">{t('product.words_only')}</p>
      <Names {...props} />
      <Pictures {...props} />
      <FactTextsFold {...props} />
      <SearchTerms {...props} />
    </>
  )
}

function Names({ product, errors }: CardProps) {
  const { name, description, summary } = product
  const { t, say } = useProductTexts()
  return (
    <>
      <Card title={t('product.names')}>
        <div className="pair pair-wide">
          <TextPair
            name="name"
            label={(locale) => t(`product.name_${locale}`)}
            text={name}
            maxLength={120}
            errors={errors}
          />
          <TextPair
            name="description"
            label={(locale) => t(`product.description_${locale}`)}
            text={description}
            maxLength={4000}
            rows={3}
          />
        </div>
        <div className="row">
          <Preview product={product} />
        </div>
      </Card>
      <Fold title={t('product.summary')} set={say(summary)}>
        <p className="soft">{t('product.summary_hint')}</p>
        <div className="pair">
          <TextPair
            name="summary"
            label={(locale) => t(`product.summary_${locale}`)}
            text={summary}
            maxLength={300}
            rows={2}
          />
        </div>
      </Fold>
    </>
  )
}

/** Further actions for a stored product: view, copy, archive and its history. */
function Tools({ product: { product, version, isArchived, isShown } }: { product: ShownProduct }) {
  const { t } = useProductTexts()
  const { me } = useFrame()
  return (
    <div className="row product-tools">
      {isShown && (
        <a href={`/store/product/${product}`} target="_blank" rel="noreferrer">
          {t('product.view')}
        </a>
      )}
      {hasRightAt(me, 'catalogue.write', null) && (
        <>
          <Link to={`/products/new?from=${product}`}>{t('product.copy')}</Link>
          <Form method="post">
            <input type="hidden" name="version" value={version} />
            <input type="hidden" name="archive" value={isArchived ? 'off' : 'on'} />
            <SendButton intent="archive" className="button-quiet">
              {t(isArchived ? 'product.unarchive' : 'product.archive')}
            </SendButton>
          </Form>
        </>
      )}
      <HistoryLink subject={product} />
    </div>
  )
}
