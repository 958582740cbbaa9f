import { Form } from 'react-router'
import type { Client } from '#contract/client.ts'
import type { User } from '#contract/shell.ts'
import { useShop } from '#storefront/core/shop.ts'
import { FileInput } from '#storefront/parts/file-input.tsx'
import type { Outcome } from '#storefront/user/form-outcome.ts'
import { errorsOf, isDone, outcomeOf } from '#storefront/user/form-outcome.ts'
import { Done } from '#ui/done.tsx'
import { Labelled } from '#ui/labelled.tsx'
import { SendButton } from '#ui/send-button.tsx'
import { Portrait } from './portrait.tsx'
import '#storefront/parts/plain-page.css'
import '#storefront/user/user.css'

/** Uploads the chosen file as the member's picture. */
export function uploadPicture(api: Client, form: FormData) {
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
        <Labelled id="picture-file" name="file" label={t('user.picture_file')}>
          {(controlProps) => <FileInput {...controlProps} required accept="image/jpeg,image/png,image/webp" />}
        </Labelled>
      </div>
      <div className="user-actions">
        <SendButton intent="picture" busy={t('user.uploading')} className="button-quiet">
          {t('user.picture_upload')}
        </SendButton>
      </div>
    </Form>
  )
}
