import type { Client } from '#contract/client.ts'
import type { IdType } from '#contract/contacts.ts'
import type { ErrorItem } from '#contract/errors.ts'
import { readWord } from '#storefront/account/form-words.ts'
import { attempt, isRefusal } from '#storefront/core/data.ts'

export const idTypes = ['CN_ID', 'PASSPORT'] as const satisfies IdType[]
/** The names of the photo fields. A passport needs only the first. */
export const photoFields = ['front', 'back'] as const

/** The typed values of a contact, for the API call and for showing the form again after an error. */
export function typedContact(form: FormData) {
  const idType = idTypes.find((type) => type === form.get('idType')) ?? idTypes[0]
  return { name: readWord(form, 'name').trim(), idNumber: readWord(form, 'idNumber').trim(), idType }
}

/**
 * Uploads the form's photos one by one, and stops at the first rejected photo. Returns the ids of the uploaded photos,
 * and of photos that were uploaded in an earlier attempt.
 */
export async function sendPhotos(
  api: Client,
  form: FormData,
  idType: IdType,
): Promise<{ photos: Record<string, string>; errors?: ErrorItem[] }> {
  const photos: Record<string, string> = {}
  for (const field of photoFields.slice(0, idType === 'PASSPORT' ? 1 : 2)) {
    const file = form.get(field)
    const known = readWord(form, `${field}Id`)
    if (known) photos[field] = known
    if (!(file instanceof File) || file.size === 0) continue
    const answer = await attempt(api.verifiedContacts.uploadPhoto({ file }))
    if (isRefusal(answer)) return { photos, errors: answer.errors.map((error) => ({ ...error, field })) }
    photos[field] = answer.photo.id
  }
  return { photos }
}
