import type { LoaderFunctionArgs } from 'react-router'
import { Link, redirect, useLoaderData } from 'react-router'
import type { ErrorItem } from '#contract/errors.ts'
import { noText } from '#contract/languages.ts'
import { toDecimal } from '#contract/money.ts'
import type { OfficeProductDetail } from '#contract/office/products.ts'
import type { TaxClass } from '#contract/shapes.ts'
import { Check } from '#ui/check.tsx'
import { Field } from '#ui/field.tsx'
import { Picture } from '#ui/picture.tsx'
import { Select } from '#ui/select.tsx'
import { api, uploadPicture } from '../core/api.ts'
import { attempt, textOf } from '../core/attempt.ts'
import { useFormAnswer } from '../core/form-answer.ts'
import { readAmount } from '../forms/amount.ts'
import { EditForm } from '../forms/edit-form.tsx'
import { TextPair, textPairOf } from '../forms/text-pair.tsx'
import { Card, Page } from '../frame/page.tsx'
import { HistoryLink } from '../log/history-link.tsx'
import { useProductTexts } from './texts.ts'

const taxClasses: TaxClass[] = [
  'zero_rated',
  'prepared',
  'snack',
  'baked_single',
  'standard',
  'alcohol',
  'exempt',
  'deposit',
]

/** Loads a product, or an empty one for `new`, with the categories to choose from. */
export async function loader({ params }: LoaderFunctionArgs) {
  const id = params.product ?? ''
  const isNew = id === 'new'
  const [{ categories }, product] = await Promise.all([
    api.staff.categories(),
    isNew ? newProduct() : api.staff.product({ product: id }),
  ])
  return { product, categories, isNew }
}

/** A product in the form. A shop's first product has no tax class until a staff member chooses one. */
type ShownProduct = Omit<OfficeProductDetail, 'taxClass'> & { taxClass: TaxClass | null }

/** An empty product with the tax class of the most recently changed product. */
async function newProduct(): Promise<ShownProduct> {
  const [{ products }, { baseCurrency }] = await Promise.all([
    api.staff.products({ limit: 1 }),
    api.staff.exchangeRates(),
  ])
  const last = products[0] && (await api.staff.product({ product: products[0].product }))
  return {
    ...{ product: 'new', version: '', name: noText, description: noText, image: null, category: null },
    ...{ isShown: true, isSoldOut: false, isSimple: true, sku: null, isCounted: false },
    taxClass: last?.taxClass ?? null,
    stock: [],
    price: { amount: 0, currency: baseCurrency },
  }
}

/** Stores a new picture, then saves the product. If the server rejects the product, the page keeps the input. */
export async function action({ request, params }: LoaderFunctionArgs) {
  const form = await request.formData()
  const price = readAmount(textOf(form, 'price'), textOf(form, 'currency'))
  if (price === null) return { isPriceWrong: true }
  const result = await attempt(
    (async () => {
      const file = form.get('picture')
      const kept = form.has('removePicture') ? '' : textOf(form, 'image')
      const image = file instanceof File && file.size > 0 ? await uploadPicture(file) : kept ? JSON.parse(kept) : null
      return api.staff.writeProduct({
        product: params.product ?? '',
        version: textOf(form, 'version'),
        name: textPairOf(form, 'name'),
        description: textPairOf(form, 'description'),
        price,
        category: textOf(form, 'category') || null,
        newCategory: textPairOf(form, 'category'),
        image,
        // A class is always chosen, because the browser does not submit the form without one.
        taxClass: taxClasses.find((name) => name === textOf(form, 'taxClass')) ?? 'standard',
        isShown: form.has('isShown'),
        isSoldOut: form.has('isSoldOut'),
        stock: changedStock(form),
      })
    })(),
  )
  if (result.done) throw redirect('/products')
  return { errors: result.errors }
}

/** `/office/products/:product`: a product with a single price. `new` adds one. */
export function Component() {
  const { t, say } = useProductTexts()
  const { product, isNew } = useLoaderData<typeof loader>()
  const result = useFormAnswer<typeof action>()
  const priceError: ErrorItem = { code: 'input.invalid', field: 'price', message: t('product.price_wrong') }
  const errors = result?.isPriceWrong ? [priceError] : result?.errors
  return (
    <Page title={isNew ? t('product.new') : say(product.name)} action={<Link to="/products">{t('product.back')}</Link>}>
      <EditForm
        stored={product}
        result={errors ? { errors } : undefined}
        labels={{ name: t('product.names') }}
        encType="multipart/form-data"
      >
        {(product, errors) => (
          <>
            <input type="hidden" name="currency" value={product.price.currency} />
            <input type="hidden" name="image" value={product.image ? JSON.stringify(product.image) : ''} />
            <Names product={product} />
            <PictureField product={product} />
            <PriceAndCategory product={product} errors={errors} />
            <State product={product} />
          </>
        )}
      </EditForm>
      {!isNew && <HistoryLink subject={product.product} />}
    </Page>
  )
}

function Names({ product: { name, description } }: { product: ShownProduct }) {
  const { t } = useProductTexts()
  return (
    <Card title={t('product.names')}>
      <div className="pair">
        <TextPair name="name" label={(locale) => t(`product.name_${locale}`)} text={name} maxLength={120} />
        <TextPair
          name="description"
          label={(locale) => t(`product.description_${locale}`)}
          text={description}
          maxLength={4000}
          rows={3}
        />
      </div>
    </Card>
  )
}

function PictureField({ product: { image } }: { product: ShownProduct }) {
  const { t } = useProductTexts()
  return (
    <Card title={t('product.picture')}>
      {image && (
        <div className="picture-now">
          <Picture image={image} sizes="160px" decorative />
        </div>
      )}
      <Field
        name="picture"
        type="file"
        accept="image/*"
        label={t('product.picture')}
        hint={t('product.picture_hint')}
        isOptional
      />
      {image && <Check name="removePicture" label={t('product.picture_remove')} />}
    </Card>
  )
}

function PriceAndCategory({ product, errors }: { product: ShownProduct; errors: ErrorItem[] | undefined }) {
  const { t, say } = useProductTexts()
  const { categories, isNew } = useLoaderData<typeof loader>()
  const { price, taxClass, category } = product
  const options = categories.map(({ category, name }) => ({ value: category, label: say(name) }))
  return (
    <Card title={t('product.price_part')}>
      <div className="pair">
        <Field
          name="price"
          label={`${t('product.price')} (${price.currency})`}
          inputMode="decimal"
          defaultValue={isNew ? '' : toDecimal(price)}
          errors={errors}
        />
        <Select
          name="taxClass"
          label={t('product.tax')}
          required
          defaultValue={taxClass ?? ''}
          placeholder={taxClass ? undefined : t('product.tax_choose')}
          options={taxClasses.map((name) => ({ value: name, label: t(`tax.${name}`) }))}
          errors={errors}
        />
        <Select
          name="category"
          label={t('product.category')}
          defaultValue={category ?? ''}
          options={[{ value: '', label: t('product.no_category') }, ...options]}
        />
        <TextPair name="category" label={(locale) => t(`product.new_category_${locale}`)} maxLength={80} />
      </div>
    </Card>
  )
}

function State({ product }: { product: ShownProduct }) {
  const { isShown, isSoldOut, isCounted } = product
  const { t } = useProductTexts()
  return (
    <Card title={t('product.state')}>
      <Check name="isShown" label={t('product.shown')} defaultChecked={isShown} />
      {!isCounted && (
        <Check
          name="isSoldOut"
          label={t('product.sold_out')}
          hint={t('product.sold_out_hint')}
          defaultChecked={isSoldOut}
        />
      )}
      {isCounted && <Stock product={product} />}
    </Card>
  )
}

const stockNow = 'stock '
const stockBefore = 'stored '

/** The stock of a counted product in each store. */
function Stock({ product: { stock, isSoldOut } }: { product: ShownProduct }) {
  const { t, say } = useProductTexts()
  return (
    <>
      <p>{t(isSoldOut ? 'product.no_stock' : 'product.counted')}</p>
      <div className="pair">
        {stock.map(({ location, name, quantity, held }) => (
          <div key={location}>
            <input type="hidden" name={stockBefore + location} value={quantity} />
            <Field
              name={stockNow + location}
              type="number"
              inputMode="numeric"
              min={held}
              max={1_000_000}
              label={t('product.pieces', { store: say(name) })}
              {...(held > 0 && { hint: t('product.held', { count: held }) })}
              defaultValue={quantity}
            />
          </div>
        ))}
      </div>
    </>
  )
}

/** The changed stock numbers. Unchanged ones are not sent, because they may be outdated. */
function changedStock(form: FormData) {
  return [...form.keys()].flatMap((key) => {
    if (!key.startsWith(stockBefore)) return []
    const location = key.slice(stockBefore.length)
    const now = textOf(form, stockNow + location)
    return now === textOf(form, key) ? [] : [{ location, quantity: Number(now) }]
  })
}
