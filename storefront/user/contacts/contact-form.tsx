import { Form } from 'react-router'
import type { VerifiedContact } from '#contract/contacts.ts'
import type { ErrorItem } from '#contract/errors.ts'
import type { Shop } from '#storefront/core/shop.ts'
import { useShop } from '#storefront/core/shop.ts'
import { FileInput } from '#storefront/parts/file-input.tsx'
import { Check } from '#ui/check.tsx'
import { ErrorSummary, Field } from '#ui/field.tsx'
import { Icon } from '#ui/icon.tsx'
import { Labelled } from '#ui/labelled.tsx'
import { SendButton } from '#ui/send-button.tsx'
import { idTypes, photoFields } from './contact-upload.ts'
import '#storefront/parts/plain-page.css'
import '#storefront/user/account/account.css'
import './contacts.css'

interface ContactFormProps {
  /** The contact to change. Undefined for a new contact. */
  contact: VerifiedContact | undefined
  errors: ErrorItem[] | undefined
  /** The submitted values after an error. */
  values: Record<string, string> | undefined
}

/** The form for a verified contact: the type of identity document, the name, the document number and the photos. */
export function ContactForm({ contact, errors, values = {} }: ContactFormProps) {
  const { t, count } = useShop()
  const isNew = !contact
  return (
    <Form method="post" encType="multipart/form-data" className="user-form" noValidate>
      <ErrorSummary errors={errors} title={count('account.errors_title', errors?.length ?? 0)} labels={labelsOf(t)} />
      {contact && <input type="hidden" name="id" value={contact.id} />}
      <fieldset className="contact-types">
        <legend>{t('contacts.type')}</legend>
        {idTypes.map((type) => (
          <label key={type}>
            <input
              type="radio"
              name="idType"
              value={type}
              defaultChecked={type === (values.idType ?? contact?.idType ?? idTypes[0])}
            />
            {t(`contacts.type_${type}`)}
          </label>
        ))}
      </fieldset>
      <Field
        name="name"
        label={t('contacts.name_label')}
        autoComplete="off"
        maxLength={80}
        isOptional={!isNew}
        placeholder={contact?.name}
        defaultValue={values.name}
        errors={errors}
      />
      <Field
        name="idNumber"
        label={t('contacts.number_label')}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={40}
        isOptional={!isNew}
        placeholder={contact?.idNumber}
        defaultValue={values.idNumber}
        errors={errors}
      />
      {photoFields.map((field) => (
        <PhotoField key={field} field={field} uploadedId={values[`${field}Id`]} errors={errors} />
      ))}
      <p className="field-hint">{t('contacts.photos_hint')}</p>
      {isNew && <Check name="consent" label={t('contacts.consent')} required />}
      <div className="user-actions">
        <SendButton intent="save" busy={t('contacts.sending')}>
          {t('contacts.send')}
        </SendButton>
      </div>
    </Form>
  )
}

interface PhotoFieldProps {
  field: (typeof photoFields)[number]
  /** The id of the photo uploaded in an earlier attempt. */
  uploadedId: string | undefined
  errors: ErrorItem[] | undefined
}

function PhotoField({ field, uploadedId, errors }: PhotoFieldProps) {
  const { t } = useShop()
  return (
    <Labelled
      id={`contact-${field}`}
      name={field}
      label={t(`contacts.${field}`)}
      {...(field === 'back' && { hint: t('contacts.back_hint') })}
      errors={errors}
    >
      {(controlProps) => (
        <>
          {uploadedId && (
            <p className="contact-photo-kept">
              <Icon name="check" />
              {t('contacts.photo_kept')}
              <input type="hidden" name={`${field}Id`} value={uploadedId} />
            </p>
          )}
          <FileInput {...controlProps} accept="image/jpeg,image/png,image/webp" />
        </>
      )}
    </Labelled>
  )
}

const labelsOf = (t: Shop['t']): Record<string, string> => ({
  name: t('contacts.name_label'),
  idNumber: t('contacts.number_label'),
  front: t('contacts.front'),
  back: t('contacts.back'),
})
