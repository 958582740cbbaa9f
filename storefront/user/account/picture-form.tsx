import { Form } from 'react-router'
import type { Client } from '#contract/client.ts'
import type { User } from '#contract/shell.ts'
import { useShop } from '#storefront/core/shop.ts'
import type { Outcome } from '#storefront/user/form-outcome.ts'
import { errorsOf, isDone, outcomeOf } from '#storefront/user/form-outcome.ts'
import { Done } from '#ui/done.tsx'
import { Field } from '#ui/field.tsx'
import { SendButton } from '#ui/send-button.tsx'
import { Portrait } from './portrait.tsx'
import '#storefront/parts/plain-page.css'
import '#storefront/user/user.css'

/** Uploads the chosen file as the member's picture. */
export function sendPicture(api: Client, form: FormData) {
  return outcomeOf('picture', api.account.uploadPicture({ file: form.get('file') as File }))
}

/** The member's picture, and a form to replace it. */
export function PictureForm({ user, outcome }: { user: User; outcome: Outcome | undefined }) {
  const { t } = useShop()
  const errors = errorsOf(outcome, 'picture')
  return (
    <Form method="post" encType="multipart/form-data" className="user-form">
      {isDone(outcome, 'picture') && <Done>{t('user.saved')}</Done>}
      {errors && (
        <p className="alert" role="alert">
          {errors[0]?.message}
        </p>
      )}
      <div className="user-head">
        <Portrait user={user} />
        <Field
          id="picture-file"
          type="file"
          name="file"
          label={t('user.picture_file')}
          accept="image/jpeg,image/png,image/webp"
          className="user-file"
        />
      </div>
      <div className="user-actions">
        <SendButton intent="picture" busy={t('user.uploading')} className="button-quiet">
          {t('user.picture_upload')}
        </SendButton>
      </div>
    </Form>
  )
}
