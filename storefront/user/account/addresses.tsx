import { data, Form, Link, redirect } from 'react-router'
import type { SavedAddress } from '#contract/account.ts'
import type { AddressType } from '#contract/addresses.ts'
import type { Client } from '#contract/client.ts'
import { readText } from '#storefront/account/form-data.ts'
import { readAddress } from '#storefront/checkout/details/details.ts'
import { loadPlaces } from '#storefront/checkout/details/places.ts'
import type { Page } from '#storefront/core/data.ts'
import { inBrowser, onServer } from '#storefront/core/data.ts'
import { orKeepForm } from '#storefront/core/kept-form.ts'
import { currentMember, forMember } from '#storefront/core/member.ts'
import { useShop } from '#storefront/core/shop.ts'
import { EmptyList } from '#storefront/parts/empty-list.tsx'
import { pageMeta } from '#storefront/parts/head/head.ts'
import type { Outcome } from '#storefront/user/form-outcome.ts'
import { errorsOf, isDone, keptOutcome, outcomeOf } from '#storefront/user/form-outcome.ts'
import { UserPage } from '#storefront/user/user-page.tsx'
import { Done } from '#ui/done.tsx'
import { useActionResult } from '#ui/hooks/use-action-result.ts'
import { Icon } from '#ui/icon.tsx'
import { SendButton } from '#ui/send-button.tsx'
import type { Route } from './+types/addresses'
import { AddressForm } from './address-form.tsx'
import '#storefront/parts/empty-list.css'

export const meta = (args: Route.MetaArgs) =>
  pageMeta(args, ({ t }) => ({ title: t('addresses.title'), isPrivate: true }))

const types = ['DELIVERY', 'BILLING'] as const
const addressTypeIn = (url: URL): AddressType => (url.searchParams.get('type') === 'BILLING' ? 'BILLING' : 'DELIVERY')
const pagePath = (type: AddressType, rest = '') => `/user/addresses?type=${type}${rest}`

const load = async (api: Client, { url }: Page) => {
  const { userID } = await currentMember(api, url)
  const type = addressTypeIn(url)
  const { addresses } = await api.account.addresses({ id: userID, type })
  const edited = url.searchParams.get('edit')
  const isNew = url.searchParams.has('new')
  const editedAddress = addresses.find(({ addressId }) => String(addressId) === edited)
  const form = isNew || editedAddress ? { kept: editedAddress ?? null, places: await loadPlaces(api) } : null
  return { type, addresses, form, isSaved: url.searchParams.has('saved') }
}
export const loader = onServer(load)
export const clientLoader = inBrowser(load)

interface AddressOutcome extends Outcome {
  /** The address that the server refused. */
  typed?: Parameters<typeof AddressForm>[0]['typed']
}

const handleForm = async (api: Client, { request, url }: Page) => {
  const { userID: id } = await currentMember(api, url)
  const form = await request.formData()
  const type = addressTypeIn(url)
  const addressId = Number(readText(form, 'addressId')) || undefined
  if (form.get('intent') === 'remove' && addressId)
    return forMember(url, outcomeOf('remove', api.account.updateAddresses({ id, type, remove: addressId })))
  const put = {
    ...(addressId && { addressId }),
    label: readText(form, 'label').trim(),
    isDefault: form.has('isDefault'),
    address: readAddress(form),
  }
  const outcome = await forMember(url, outcomeOf('save', api.account.updateAddresses({ id, type, put })))
  if (!outcome.data.errors) throw redirect(pagePath(type, '&saved=1'), 303)
  return data<AddressOutcome>({ ...outcome.data, typed: put }, { status: 422 })
}
export const action = onServer(handleForm)
export const clientAction = inBrowser(orKeepForm(handleForm, keptOutcome))

/** The member's saved delivery or billing addresses, with the default one first. Each can be changed or deleted. */
export default function Addresses({
  loaderData: { type, addresses, form, isSaved },
  actionData: rawActionData,
}: Route.ComponentProps) {
  const actionData: AddressOutcome | undefined = useActionResult(rawActionData)
  const { t } = useShop()
  if (form)
    return (
      <UserPage
        title={t(form.kept ? 'addresses.change' : 'addresses.new')}
        parent={{ path: pagePath(type), title: t('addresses.title') }}
      >
        <AddressForm {...form} typed={actionData?.typed} back={pagePath(type)} errors={errorsOf(actionData, 'save')} />
      </UserPage>
    )
  const problem = actionData?.errors?.[0]
  return (
    <UserPage title={t('addresses.title')} text={t('addresses.text')}>
      <nav className="address-kinds" aria-label={t('addresses.kinds')}>
        {types.map((kind) => (
          <Link
            key={kind}
            className="chip"
            to={pagePath(kind)}
            aria-current={kind === type ? 'page' : undefined}
            replace
          >
            {t(`addresses.${kind}`)}
          </Link>
        ))}
      </nav>
      {!actionData && isSaved && <Done>{t('user.saved')}</Done>}
      {isDone(actionData, 'remove') && <Done>{t('addresses.removed')}</Done>}
      {problem && (
        <p className="alert" role="alert">
          {problem.message}
        </p>
      )}
      {addresses.length === 0 ? (
        <EmptyList text={t('addresses.none')}>
          <AddLink type={type} />
        </EmptyList>
      ) : (
        <>
          <ul className="user-rows address-book">
            {addresses.map((address) => (
              <Row key={address.addressId} type={type} {...address} />
            ))}
          </ul>
          <div className="user-actions">
            <AddLink type={type} />
          </div>
        </>
      )}
    </UserPage>
  )
}

function AddLink({ type }: { type: AddressType }) {
  const { t } = useShop()
  return (
    <Link className="button" to={pagePath(type, '&new=1')}>
      <Icon name="plus" />
      {t('addresses.add')}
    </Link>
  )
}

/** The lines of an address in its country's format. */
function addressLines({
  country,
  province,
  city,
  district,
  street,
  unit,
  postCode,
}: SavedAddress['address']): string[] {
  if (country === 'CN')
    return [`${province} ${city} ${district}`.trim(), [street, unit].filter(Boolean).join(' '), postCode]
  return [[unit, street].filter(Boolean).join(' – '), `${city} ${province} ${postCode}`]
}

function Row({ type, addressId, label, isDefault, address }: SavedAddress & { type: AddressType }) {
  const { t } = useShop()
  const [first = '', ...others] = addressLines(address).filter(Boolean)
  const name = label || first
  return (
    <li>
      <span>
        <strong>
          {name} {isDefault && <span className="tag">{t('addresses.default')}</span>}
        </strong>
        {(label ? [first, ...others] : others).map((line) => (
          <small key={line}>{line}</small>
        ))}
      </span>
      <div className="user-actions">
        {!isDefault && (
          <Form method="post" action={pagePath(type)}>
            <AddressValues addressId={addressId} label={label} address={address} />
            <input type="hidden" name="isDefault" value="on" />
            <SendButton
              intent={`default-${addressId}`}
              className="button-quiet"
              label={t('addresses.default_named', { name })}
            >
              {t('addresses.make_default')}
            </SendButton>
          </Form>
        )}
        <Link
          className="button button-quiet"
          to={pagePath(type, `&edit=${addressId}`)}
          aria-label={t('addresses.edit_named', { name })}
        >
          {t('addresses.edit')}
        </Link>
        <Form method="post" action={pagePath(type)}>
          <input type="hidden" name="addressId" value={addressId} />
          <SendButton intent="remove" className="button-quiet" label={t('addresses.remove_named', { name })}>
            {t('addresses.remove')}
          </SendButton>
        </Form>
      </div>
    </li>
  )
}

/** Hidden fields with the values of a saved address, for the form that only makes this address the default. */
function AddressValues({ addressId, label, address }: Pick<SavedAddress, 'addressId' | 'label' | 'address'>) {
  const { leaveAtDoor, ...addressFields } = address
  return (
    <>
      <input type="hidden" name="addressId" value={addressId} />
      <input type="hidden" name="label" value={label} />
      {Object.entries(addressFields).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {leaveAtDoor && <input type="hidden" name="leaveAtDoor" value="on" />}
    </>
  )
}
