import type { Client } from '#contract/client.ts'
import type { IdType } from '#contract/contacts.ts'
import type { ErrorItem } from '#contract/errors.ts'
import { readText } from '#storefront/account/form-data.ts'
import { attempt, isRefusal } from '#storefront/core/data.ts'

export const idTypes = ['CN_ID', 'PASSPORT'] as const satisfies IdType[]
/** The names of the photo fields. A passport needs only the photo `front`. */
export const photoFields = ['front', 'back'] as const

/** The typed values of a contact, for the API call and for showing the form again after an error. */
export function readContact(form: FormData) {
  const idType = idTypes.find((type) => type === form.get('idType')) ?? idTypes[0]
  return { name: readText(form, 'name').trim(), idNumber: readText(form, 'idNumber').trim(), idType }
}

/**
 * Uploads the form's photos one by one, and stops at the first rejected photo. Returns the photo ids by field. A field
 * without a new photo keeps the photo id of an earlier attempt.
 */
export async function uploadPhotos(
  api: Client,
  form: FormData,
  idType: IdType,
): Promise<{ photos: Record<string, string>; errors?: ErrorItem[] }> {
  const photos: Record<string, string> = {}
  for (const field of photoFields.slice(0, idType === 'PASSPORT' ? 1 : 2)) {
    const file = form.get(field)
    const uploadedId = readText(form, `${field}Id`)
    if (uploadedId) photos[field] = uploadedId
    if (!(file instanceof File) || file.size === 0) continue
    const result = await attempt(api.verifiedContacts.uploadPhoto({ file }))
    if (isRefusal(result)) return { photos, errors: result.errors.map((error) => ({ ...error, field })) }
    photos[field] = result.photo.id
  }
  return { photos }
}
