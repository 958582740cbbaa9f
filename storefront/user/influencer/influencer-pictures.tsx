import { Form } from 'react-router'
import { maxProfilePictures } from '#contract/constants.ts'
import type { OwnInfluencer } from '#contract/influencers.ts'
import { useShop } from '#storefront/core/shop.ts'
import { FileInput } from '#storefront/parts/file-input.tsx'
import type { Outcome } from '#storefront/user/form-outcome.ts'
import { errorsOf, isDone } from '#storefront/user/form-outcome.ts'
import { Done } from '#ui/done.tsx'
import { Labelled } from '#ui/labelled.tsx'
import { SendButton } from '#ui/send-button.tsx'
import '#storefront/influencers/influencers.css'
import '#storefront/parts/plain-page.css'
import '#storefront/user/account/account.css'

/**
 * The pictures of the member's influencer profile, and a form to upload another one. States for each picture whether it
 * is public.
 */
export function ProfilePictures({ profile, outcome }: { profile: OwnInfluencer; outcome: Outcome | undefined }) {
  const { t } = useShop()
  const errors = errorsOf(outcome, 'picture')
  const { pictures } = profile
  return (
    <>
      {isDone(outcome, 'picture') && <Done>{t('user.saved')}</Done>}
      {errors && (
        <p className="alert" role="alert">
          {errors[0]?.message}
        </p>
      )}
      {pictures.length > 0 && (
        <ul className="influencer-pictures">
          {pictures.map(({ id, address, width, height, isPublic }, index) => (
            <li key={id}>
              <img
                className="influencer-photo"
                src={address}
                width={width}
                height={height}
                alt={t('contacts.photo', { number: index + 1 })}
                loading="lazy"
              />
              <Form method="post" preventScrollReset>
                <input type="hidden" name="id" value={id} />
                <small>{t(isPublic ? 'influencers.picture_public' : 'influencers.picture_waiting')}</small>
                <SendButton
                  intent="remove"
                  className="button-quiet"
                  label={t('influencers.picture_remove_named', { number: index + 1 })}
                >
                  {t('influencers.picture_remove')}
                </SendButton>
              </Form>
            </li>
          ))}
        </ul>
      )}
      {pictures.length < maxProfilePictures && (
        <Form method="post" encType="multipart/form-data" className="user-form" preventScrollReset>
          <Labelled id="influencer-file" name="file" label={t('user.picture_file')}>
            {(controlProps) => <FileInput {...controlProps} required accept="image/jpeg,image/png,image/webp" />}
          </Labelled>
          <div className="user-actions">
            <SendButton intent="picture" busy={t('user.uploading')} className="button-quiet">
              {t('influencers.picture_add')}
            </SendButton>
          </div>
        </Form>
      )}
    </>
  )
}
