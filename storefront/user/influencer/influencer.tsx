import { Form, Link } from 'react-router'
import type { Client } from '#contract/client.ts'
import { maxProfilePicks, maxProfilePictures } from '#contract/constants.ts'
import type { OwnInfluencer } from '#contract/influencers.ts'
import { localesFrom } from '#contract/languages.ts'
import { readText } from '#storefront/account/form-data.ts'
import type { Page } from '#storefront/core/data.ts'
import { inBrowser, onServer } from '#storefront/core/data.ts'
import { orKeepForm } from '#storefront/core/kept-form.ts'
import { forMember } from '#storefront/core/member.ts'
import type { Shop } from '#storefront/core/shop.ts'
import { useShop } from '#storefront/core/shop.ts'
import { pageMeta } from '#storefront/parts/head/head.ts'
import type { Outcome } from '#storefront/user/form-outcome.ts'
import { errorsOf, isDone, keptOutcome, outcomeOf } from '#storefront/user/form-outcome.ts'
import { UserPage, UserSection } from '#storefront/user/user-page.tsx'
import { Done } from '#ui/done.tsx'
import { ErrorSummary, Field } from '#ui/field.tsx'
import { useActionResult } from '#ui/hooks/use-action-result.ts'
import { SendButton } from '#ui/send-button.tsx'
import { TextArea } from '#ui/text-area.tsx'
import type { Route } from './+types/influencer'
import { linkField, readProfileForm, socials, toFormValues, toProfileInput } from './influencer-form.ts'
import { ProfilePictures } from './influencer-pictures.tsx'
import './influencer.css'
import '#storefront/user/review-state.css'

export const meta = (args: Route.MetaArgs) =>
  pageMeta(args, ({ t }) => ({ title: t('influencers.own'), isPrivate: true }))

const load = (api: Client, { url }: Page) => forMember(url, api.influencers.own())
export const loader = onServer(load)
export const clientLoader = inBrowser(load)

const handleForm = async (api: Client, { request, url }: Page) => {
  const form = await request.formData()
  const intent = readText(form, 'intent')
  if (form.has('file')) {
    // The cast is safe, because the field is a file input and the server validates its value.
    const call = api.influencers.uploadPicture({ file: form.get('file') as File })
    return forMember(url, outcomeOf('picture', call))
  }
  if (intent === 'remove') {
    return forMember(url, outcomeOf('picture', api.influencers.removePicture({ id: readText(form, 'id') })))
  }
  const formValues = readProfileForm(form)
  const input = { ...toProfileInput(formValues), submit: intent === 'submit' }
  const { profile } = await forMember(url, api.influencers.own())
  const call = profile ? api.influencers.update(input) : api.influencers.apply(input)
  return forMember(url, outcomeOf(intent === 'submit' ? 'submit' : 'keep', call, formValues))
}
export const action = onServer(handleForm)
export const clientAction = inBrowser(orKeepForm(handleForm, keptOutcome))

/** The member's influencer page: state of the application, content and pictures. */
export default function InfluencerPage({ loaderData: { profile }, actionData: rawActionData }: Route.ComponentProps) {
  const actionData = useActionResult(rawActionData)
  const { t } = useShop()
  return (
    <UserPage title={t('influencers.own')} text={t('influencers.own_text')}>
      <ApplicationState profile={profile} />
      <UserSection title={t('influencers.profile')}>
        <ProfileForm profile={profile} outcome={actionData} />
      </UserSection>
      <UserSection
        title={t('influencers.pictures')}
        text={profile ? t('influencers.pictures_text', { max: maxProfilePictures }) : t('influencers.picture_first')}
      >
        {profile && <ProfilePictures profile={profile} outcome={actionData} />}
      </UserSection>
    </UserPage>
  )
}

function ApplicationState({ profile }: { profile: OwnInfluencer | null }) {
  const { t } = useShop()
  const { status, state, reason, isPublic, id } = profile ?? { status: 'NONE' as const, state: null, reason: '' }
  return (
    <div className="review-state" data-state={status}>
      <strong>{t(`influencers.status_${status}`)}</strong>
      {isPublic && state && state !== 'APPROVED' && <p>{t(`influencers.change_${state}`)}</p>}
      {reason && <p>{t('influencers.reason', { reason })}</p>}
      {isPublic && (
        <p>
          <Link className="link" to={`/influencer/${id}`}>
            {t('influencers.see')}
          </Link>
        </p>
      )}
    </div>
  )
}

function ProfileForm({ profile, outcome }: { profile: OwnInfluencer | null; outcome: Outcome | undefined }) {
  const { t, count, locale } = useShop()
  const errors = errorsOf(outcome, 'submit') ?? errorsOf(outcome, 'keep')
  const formValues = (errors && outcome?.values) ?? (profile ? toFormValues(profile) : {})
  const hint = t('influencers.one_language')
  // Puts the visitor's language first.
  const languages = localesFrom(locale)
  return (
    <Form method="post" className="user-form influencer-form" noValidate>
      {isDone(outcome, 'submit') && <Done>{t('influencers.sent')}</Done>}
      {isDone(outcome, 'keep') && <Done>{t('influencers.kept')}</Done>}
      <ErrorSummary errors={errors} title={count('account.errors_title', errors?.length ?? 0)} labels={labelsOf(t)} />
      <div className="influencer-pair">
        {languages.map((language) => (
          <Field
            key={language}
            name={`name_${language}`}
            label={t(`influencers.name_${language}`)}
            maxLength={60}
            hint={hint}
            defaultValue={formValues[`name_${language}`]}
          />
        ))}
      </div>
      {languages.map((language) => (
        <TextArea
          key={language}
          name={`bio_${language}`}
          label={t(`influencers.bio_${language}`)}
          maxLength={2000}
          defaultValue={formValues[`bio_${language}`]}
        />
      ))}
      <TextArea
        name="products"
        label={t('influencers.products')}
        hint={t('influencers.products_hint', { max: maxProfilePicks })}
        isOptional
        errors={errors}
        defaultValue={formValues.products}
      />
      <TextArea
        name="campaigns"
        label={t('influencers.campaign_links')}
        hint={t('influencers.campaign_links_hint')}
        isOptional
        rows={2}
        defaultValue={formValues.campaigns}
      />
      <details className="influencer-socials" open={socials.some((kind) => formValues[linkField(kind)])}>
        <summary className="unfold">{t('influencers.links')}</summary>
        <p className="field-hint">{t('influencers.links_hint')}</p>
        {socials.map((kind) => (
          <Field
            key={kind}
            name={linkField(kind)}
            type="url"
            inputMode="url"
            label={t(`influencers.social_${kind}`)}
            isOptional
            maxLength={300}
            defaultValue={formValues[linkField(kind)]}
            errors={errors?.map((error) =>
              error.field === 'links' && error.details?.kind === kind ? { ...error, field: linkField(kind) } : error,
            )}
          />
        ))}
      </details>
      <div className="user-actions">
        <SendButton intent="submit" busy={t('account.saving')}>
          {t('influencers.submit')}
        </SendButton>
        <SendButton intent="keep" busy={t('account.saving')} className="button-quiet">
          {t('influencers.keep')}
        </SendButton>
      </div>
    </Form>
  )
}

const labelsOf = (t: Shop['t']): Record<string, string> => ({
  name: t('account.name'),
  bio: t('influencers.profile'),
  links: t('influencers.links'),
  products: t('influencers.products'),
})
