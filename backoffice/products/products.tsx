import { Form, Link, useLoaderData } from 'react-router'
import { beside, toLang } from '#contract/languages.ts'
import { formatCharge } from '#contract/money.ts'
import type { OfficeProduct } from '#contract/office/products.ts'
import { Field } from '#ui/field.tsx'
import { Picture } from '#ui/picture.tsx'
import { api } from '../core/api.ts'
import { hasRight, useFrame } from '../core/me.ts'
import { Empty, Page } from '../frame/page.tsx'
import { useProductTexts } from './texts.ts'

/** Loads the products whose name contains the search text. */
export async function loader({ request }: { request: Request }) {
  const name = new URL(request.url).searchParams.get('name') ?? ''
  return { name, ...(await api.staff.products({ name })) }
}

/** `/office/products`: all products, including hidden ones. */
export function Component() {
  const { me } = useFrame()
  const { t } = useProductTexts()
  const { name, products } = useLoaderData<typeof loader>()
  const mayWrite = hasRight(me, 'catalogue.write')
  const add = mayWrite && (
    <Link className="button" to="/products/new" data-shortcut="n">
      {t('products.add')}
    </Link>
  )
  if (products.length === 0 && !name) {
    return (
      <Page title={t('office.products')}>
        <Empty title={t('products.empty')}>{t('products.empty_help')}</Empty>
        <div className="row">{add}</div>
      </Page>
    )
  }
  return (
    <Page title={t('office.products')} action={add}>
      <Form className="search-row" role="search">
        <Field name="name" type="search" label={t('products.search')} defaultValue={name} key={name} required={false} />
        <button type="submit" className="button button-quiet">
          {t('products.search_button')}
        </button>
      </Form>
      {products.length === 0 ? (
        <Empty title={t('products.none_found', { name })}>
          <Link to="/products">{t('products.clear')}</Link>
        </Empty>
      ) : (
        <ul className="rows card">
          {products.map((product) => (
            <ProductRow key={product.product} product={product} mayWrite={mayWrite} />
          ))}
        </ul>
      )}
    </Page>
  )
}

function ProductRow({ product, mayWrite }: { product: OfficeProduct; mayWrite: boolean }) {
  const { t, say, locale } = useProductTexts()
  const { name, image, price, isSimple } = product
  const other = beside(locale)
  return (
    <li className="row-item">
      <div className="with-picture">
        <Picture image={image} sizes="64px" decorative />
        <div>
          <strong>{say(name)}</strong>
          {name[other] && name[other] !== say(name) && (
            <p className="soft" lang={toLang(other)}>
              {name[other]}
            </p>
          )}
          <p>
            {formatCharge(price, locale)} <State product={product} />
          </p>
          {!isSimple && <p className="soft">{t('products.variants')}</p>}
        </div>
      </div>
      {mayWrite && isSimple && (
        <Link
          className="button button-quiet"
          to={`/products/${product.product}`}
          aria-label={`${t('office.change')}: ${say(name)}`}
        >
          {t('office.change')}
        </Link>
      )}
    </li>
  )
}

function State({ product: { isShown, isSoldOut } }: { product: OfficeProduct }) {
  const { t } = useProductTexts()
  if (!isShown) return <span className="soft">· {t('products.hidden')}</span>
  if (isSoldOut) return <span className="state-off">· {t('products.sold_out')}</span>
  return <span className="state-good">· {t('products.on_sale')}</span>
}
