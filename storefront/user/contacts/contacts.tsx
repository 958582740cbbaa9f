import { data, Form, Link, redirect, useSearchParams } from 'react-router'
import type { Client } from '#contract/client.ts'
import { contactDays } from '#contract/constants.ts'
import type { VerifiedContact } from '#contract/contacts.ts'
import { readText } from '#storefront/account/form-data.ts'
import type { Page } from '#storefront/core/data.ts'
import { inBrowser, onServer } from '#storefront/core/data.ts'
import { orKeepForm } from '#storefront/core/kept-form.ts'
import { forMember } from '#storefront/core/member.ts'
import { useShop } from '#storefront/core/shop.ts'
import { useDay } from '#storefront/core/time/use-day.ts'
import { pageMeta } from '#storefront/parts/head/head.ts'
import type { Outcome } from '#storefront/user/form-outcome.ts'
import { errorsOf, keptOutcome, outcomeOf } from '#storefront/user/form-outcome.ts'
import { UserPage, UserSection } from '#storefront/user/user-page.tsx'
import { Done } from '#ui/done.tsx'
import { useActionResult } from '#ui/hooks/use-action-result.ts'
import { SendButton } from '#ui/send-button.tsx'
import type { Route } from './+types/contacts'
import { ContactForm } from './contact-form.tsx'
import { readContact, uploadPhotos } from './contact-upload.ts'
import '#storefront/user/review-state.css'

export const meta = (args: Route.MetaArgs) =>
  pageMeta(args, ({ t }) => ({ title: t('contacts.title'), isPrivate: true }))

const load = (api: Client, { url }: Page) => forMember(url, api.verifiedContacts.idNumber({}))
export const loader = onServer(load)
export const clientLoader = inBrowser(load)

const handleForm = async (api: Client, { request, url }: Page) => {
  const form = await request.formData()
  const id = readText(form, 'id')
  if (form.get('intent') === 'remove') {
    const outcome = await forMember(url, outcomeOf('remove', api.verifiedContacts.remove({ id })))
    if (outcome.data.errors) return outcome
    throw redirect('/user/contacts?done=removed', 303)
  }
  const outcome = await forMember(url, save(api, form, id))
  if (outcome.data.errors) return outcome
  throw redirect('/user/contacts?done=saved', 303)
}
export const action = onServer(handleForm)
export const clientAction = inBrowser(orKeepForm(handleForm, keptOutcome))

/**
 * Saves a contact. Uploads the photos first, so that accepted photos need not be uploaded again if another field has an
 * error.
 */
async function save(api: Client, form: FormData, id: string) {
  const input = readContact(form)
  const { photos, errors } = await uploadPhotos(api, form, input.idType)
  const ids = Object.fromEntries(Object.entries(photos).map(([field, photo]) => [`${field}Id`, photo]))
  const values = { ...input, ...ids }
  if (errors) return data<Outcome>({ intent: 'save', errors, values }, { status: 422 })
  const { name, idNumber, idType } = input
  const photoInput = { idType, photos: Object.values(photos) }
  const change = {
    id,
    idType,
    ...(name && { name }),
    ...(idNumber && { idNumber }),
    ...(photoInput.photos.length > 0 && { photos: photoInput.photos }),
  }
  const call = id
    ? api.verifiedContacts.update(change)
    : api.verifiedContacts.create({ ...photoInput, name, idNumber, consent: form.has('consent') })
  return outcomeOf('save', call, values)
}

/** The member's verified contacts with masked data and status, and a form to add or change a contact. */
export default function Contacts({ loaderData: { isOn, contacts }, actionData: rawActionData }: Route.ComponentProps) {
  const actionData = useActionResult(rawActionData)
  const { t } = useShop()
  const [query] = useSearchParams()
  const done = query.get('done')
  const editedContact = contacts.find(({ id }) => id === query.get('change'))
  const errors = errorsOf(actionData, 'save')
  return (
    <UserPage title={t('contacts.title')} text={t('contacts.text', { days: contactDays })}>
      {done === 'saved' && !errors && <Done>{t('contacts.saved')}</Done>}
      {done === 'removed' && !errors && <Done>{t('contacts.removed')}</Done>}
      {!isOn && <p className="review-state">{t('contacts.is_off')}</p>}
      <UserSection title={t('contacts.mine')}>
        {contacts.length === 0 ? (
          <p>{t('contacts.empty')}</p>
        ) : (
          <ul className="user-rows">
            {contacts.map((contact) => (
              <ContactRow key={contact.id} {...contact} />
            ))}
          </ul>
        )}
      </UserSection>
      {isOn && (
        <UserSection
          title={editedContact ? t('contacts.change_title', { name: editedContact.name }) : t('contacts.add')}
          text={editedContact && t('contacts.change_text')}
        >
          <ContactForm
            key={editedContact?.id ?? 'new'}
            contact={editedContact}
            errors={errors}
            values={actionData?.values}
          />
        </UserSection>
      )}
    </UserPage>
  )
}

function ContactRow({ id, name, idType, idNumber, status, reason, photos, deletedAfter }: VerifiedContact) {
  const { t } = useShop()
  const day = useDay()
  return (
    <li className="contact-row">
      <div>
        <strong>{name}</strong> <span className="contact-number">{idNumber}</span>
        <small>
          {t(`contacts.type_${idType}`)} · {t('contacts.until', { date: day(deletedAfter) })}
        </small>
        <span className="contact-status" data-status={status}>
          {t(`contacts.status_${status}`)}
        </span>
        {reason && <small>{t('influencers.reason', { reason })}</small>}
        {photos.length > 0 && (
          <small className="contact-photos">
            {photos.map((photo, index) => (
              <a key={photo.id} className="link" href={photo.address} target="_blank" rel="noreferrer">
                {t('contacts.photo', { number: index + 1 })}
              </a>
            ))}
          </small>
        )}
      </div>
      <Form method="post" className="user-actions">
        <input type="hidden" name="id" value={id} />
        <Link className="link" to={`?change=${id}`} preventScrollReset>
          {t('contacts.change')}
        </Link>
        <SendButton intent="remove" className="button-quiet" label={t('contacts.remove_named', { name })}>
          {t('contacts.remove')}
        </SendButton>
      </Form>
    </li>
  )
}
