import { Form } from 'react-router'
import type { VerifiedContact } from '#contract/contacts.ts'
import type { ErrorItem } from '#contract/errors.ts'
import type { Shop } from '#storefront/core/shop.ts'
import { useShop } from '#storefront/core/shop.ts'
import { Check } from '#ui/check.tsx'
import { ErrorSummary, Field } from '#ui/field.tsx'
import { Icon } from '#ui/icon.tsx'
import { SendButton } from '#ui/send-button.tsx'
import { idTypes, photoFields } from './contact-sending.ts'
import '#storefront/parts/plain-page.css'
import '#storefront/user/account/account.css'
import './contacts.css'

interface ContactFormProps {
  /** The contact that is changed; without one another is added. */
  changed: VerifiedContact | undefined
  errors: ErrorItem[] | undefined
  /** What was sent, where it was refused. */
  values: Record<string, string> | undefined
}

/** Document, name, number and photos of somebody for customs. */
export function ContactForm({ changed, errors, values = {} }: ContactFormProps) {
  const { t, count } = useShop()
  const isNew = !changed
  return (
    <Form method="post" encType="multipart/form-data" className="user-form" noValidate>
      <ErrorSummary errors={errors} title={count('account.errors_title', errors?.length ?? 0)} labels={labelsOf(t)} />
      {changed && <input type="hidden" name="id" value={changed.id} />}
      <fieldset className="contact-types">
        <legend>{t('contacts.type')}</legend>
        {idTypes.map((type) => (
          <label key={type}>
            <input
              type="radio"
              name="idType"
              value={type}
              defaultChecked={type === (values.idType ?? changed?.idType ?? idTypes[0])}
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
        placeholder={changed?.name}
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
        placeholder={changed?.idNumber}
        defaultValue={values.idNumber}
        errors={errors}
      />
      {photoFields.map((field) => (
        <PhotoField key={field} field={field} sent={values[`${field}Id`]} errors={errors} />
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
  /** The id of the photo that was sent before. */
  sent: string | undefined
  errors: ErrorItem[] | undefined
}

function PhotoField({ field, sent, errors }: PhotoFieldProps) {
  const { t } = useShop()
  const id = `contact-${field}`
  const error = errors?.find((one) => one.field === field)
  const notes = [field === 'back' && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ')
  return (
    <div className="field">
      <label htmlFor={id}>{t(`contacts.${field}`)}</label>
      {sent && (
        <p className="contact-photo-kept">
          <Icon name="check" />
          {t('contacts.photo_kept')}
          <input type="hidden" name={`${field}Id`} value={sent} />
        </p>
      )}
      <input
        id={id}
        type="file"
        name={field}
        accept="image/jpeg,image/png,image/webp"
        className="user-file"
        aria-invalid={error ? true : undefined}
        aria-describedby={notes || undefined}
      />
      {field === 'back' && (
        <p className="field-hint" id={`${id}-hint`}>
          {t('contacts.back_hint')}
        </p>
      )}
      {error && (
        <p className="field-error" id={`${id}-error`}>
          {error.message}
        </p>
      )}
    </div>
  )
}

const labelsOf = (t: Shop['t']): Record<string, string> => ({
  name: t('contacts.name_label'),
  idNumber: t('contacts.number_label'),
  front: t('contacts.front'),
  back: t('contacts.back'),
})
