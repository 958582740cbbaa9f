import { useState } from 'react'
import type { MenuTarget, ShopPage } from '#contract/menu-links.ts'
import { linkOf, shopPageNames, shopPages } from '#contract/menu-links.ts'
import { isOneOf } from '#contract/object-keys.ts'
import type { LinkTargets, MenuName } from '#contract/office/shop.ts'
import { Field } from '#ui/field.tsx'
import { Select } from '#ui/select.tsx'
import { api } from '../core/api.ts'
import { attempt } from '../core/attempt.ts'
import { useMenuData } from './menu-data.ts'
import { useMenuTexts } from './texts.ts'

type Kind = MenuTarget['kind']
const kinds: Kind[] = ['page', 'category', 'product', 'content', 'tag', 'brand', 'path', 'external', 'store', 'none']

interface LinkPickerProps {
  /** The prefix of the fields' names. */
  name: string
  target: MenuTarget
  menu: MenuName
  error: string | undefined
  onChange: (target: MenuTarget) => void
}

const rareKinds = ['tag', 'brand', 'store'] as const

/** Fields for the target of an entry: first its kind, then the item or the URL. */
export function LinkPicker(props: LinkPickerProps) {
  const { name, target, menu, error, onChange } = props
  const { t } = useMenuTexts()
  const { targets } = useMenuData()
  // Does not offer tags, brands or stores as targets if the shop has none.
  const isOffered = (kind: Kind) => kind === target.kind || !isOneOf(rareKinds, kind) || targets[kind].length > 0
  return (
    <div className="pair">
      <Select
        name={`${name}.kind`}
        label={t('menu.leads')}
        value={target.kind}
        onChange={(event) => onChange(emptyTarget(kinds.find((kind) => kind === event.target.value) ?? 'none'))}
        options={kinds.filter(isOffered).map((kind) => ({
          value: kind,
          label: t(kind === 'none' && menu === 'footerTabs' ? 'kind.support' : `kind.${kind}`),
        }))}
        error={target.kind === 'none' ? error : undefined}
      />
      <Details {...props} />
    </div>
  )
}

function emptyTarget(kind: Kind): MenuTarget {
  switch (kind) {
    case 'none':
      return { kind }
    case 'page':
      return { kind, page: 'home' }
    case 'path':
    case 'external':
      return { kind, link: '' }
    case 'store':
      return { kind, store: '', link: '' }
    default:
      return { kind, id: '' }
  }
}

function Details({ name, target, error, onChange }: LinkPickerProps) {
  const { t } = useMenuTexts()
  switch (target.kind) {
    case 'none':
      return null
    case 'page':
      return (
        <Select
          name={`${name}.page`}
          label={t('menu.which')}
          value={target.page}
          onChange={(event) => {
            const page: ShopPage = shopPageNames.find((page) => page === event.target.value) ?? 'home'
            onChange({ kind: 'page', page })
          }}
          options={shopPageNames.map((page) => ({ value: page, label: t(`page.${page}`) }))}
          error={error}
        />
      )
    case 'path':
    case 'external':
      return (
        <Field
          name={`${name}.link`}
          label={t(`menu.${target.kind}`)}
          hint={t(`menu.${target.kind}_hint`)}
          value={target.link}
          maxLength={500}
          required={false}
          inputMode="url"
          autoCapitalize="none"
          onChange={(event) => onChange({ kind: target.kind, link: event.target.value })}
          error={error}
        />
      )
    case 'store':
      return <StoreFields name={name} target={target} error={error} onChange={onChange} />
    case 'product':
      return <ProductFields name={name} target={target} error={error} onChange={onChange} />
    default:
      return <RecordField name={name} target={target} error={error} onChange={onChange} />
  }
}

type RecordTarget = Extract<MenuTarget, { id: string }>
interface PartProps<Target extends MenuTarget> extends Pick<LinkPickerProps, 'name' | 'error' | 'onChange'> {
  target: Target
}

/**
 * A field that chooses the target of a menu entry, such as a category, from a list. The list contains the current
 * target even if this target no longer exists.
 */
function RecordField({
  name,
  target,
  error,
  onChange,
  among,
}: PartProps<RecordTarget> & { among?: LinkTargets['product'] }) {
  const { t, say } = useMenuTexts()
  const { targets } = useMenuData()
  const candidates = among ?? targets[target.kind]
  const isKnown = target.id === '' || candidates.some(({ id }) => id === target.id)
  return (
    <Select
      name={`${name}.id`}
      label={t('menu.which')}
      value={target.id}
      placeholder={t('menu.choose')}
      onChange={(event) => onChange({ ...target, id: event.target.value })}
      options={[
        ...(isKnown ? [] : [{ value: target.id, label: target.id }]),
        ...candidates.map(({ id, name }) => ({ value: id, label: say(name) || id })),
      ]}
      error={error}
    />
  )
}

/** A field for a product. A shop may have too many products for one list, so staff search for the product. */
function ProductFields(props: PartProps<RecordTarget>) {
  const { name, target } = props
  const { t } = useMenuTexts()
  const { targets } = useMenuData()
  const [foundProducts, setFoundProducts] = useState(targets.product)
  const [searchText, setSearchText] = useState('')
  async function find() {
    const products = target.id ? { products: target.id } : {}
    const { done } = await attempt(api.staff.linkTargets({ name: searchText, ...products }))
    if (done) setFoundProducts(done.product)
  }
  return (
    <>
      <RecordField {...props} among={foundProducts} />
      <div className="search-row">
        <Field
          name={`${name}.find`}
          type="search"
          label={t('menu.find')}
          value={searchText}
          maxLength={100}
          required={false}
          onChange={(event) => setSearchText(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return
            // Enter starts the search instead of saving the menu.
            event.preventDefault()
            void find()
          }}
        />
        <button type="button" className="button button-quiet" onClick={find}>
          {t('menu.find_button')}
        </button>
      </div>
    </>
  )
}

function StoreFields({ name, target, error, onChange }: PartProps<Extract<MenuTarget, { kind: 'store' }>>) {
  const { t, say } = useMenuTexts()
  const { targets } = useMenuData()
  const pageOptions = [
    { value: '', label: t('menu.stay') },
    ...shopPageNames.map((page) => ({ value: String(shopPages[page]), label: t(`page.${page}`) })),
    ...targets.content.map(({ id, name }) => ({ value: linkOf({ kind: 'content', id }), label: say(name) || id })),
  ]
  const isKnown = (value: string, list: { value: string }[]) => list.some((other) => other.value === value)
  const stores = targets.store.map(({ id, name }) => ({ value: id, label: say(name) || id }))
  return (
    <>
      <Select
        name={`${name}.store`}
        label={t('menu.which')}
        value={target.store}
        placeholder={t('menu.choose')}
        onChange={(event) => onChange({ ...target, store: event.target.value })}
        options={[
          ...(target.store === '' || isKnown(target.store, stores)
            ? []
            : [{ value: target.store, label: target.store }]),
          ...stores,
        ]}
        error={error}
      />
      <Select
        name={`${name}.then`}
        label={t('menu.then')}
        value={target.link}
        onChange={(event) => onChange({ ...target, link: event.target.value })}
        options={[
          ...(isKnown(target.link, pageOptions) ? [] : [{ value: target.link, label: target.link }]),
          ...pageOptions,
        ]}
      />
    </>
  )
}
