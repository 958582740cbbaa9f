import { useEffect, useRef, useState } from 'react'
import { Form, Link, useLoaderData, useRevalidator, useSearchParams, useSubmit } from 'react-router'
import { toLang } from '#contract/languages.ts'
import type { LibraryPicture } from '#contract/office/media.ts'
import { Field } from '#ui/field.tsx'
import { Select } from '#ui/select.tsx'
import { api, uploadPicture } from '../core/api.ts'
import { attemptOnPage } from '../core/attempt.ts'
import { hasRightAt, useFrame } from '../core/me.ts'
import { useTexts } from '../core/texts.tsx'
import { Empty, Page } from '../frame/page.tsx'
import { pictureName } from './picture-facts.ts'
import { PictureRow } from './picture-row.tsx'
import { useMediaTexts } from './texts.ts'
import './media.css'

const maxCounted = 10_000
const gaps = ['alt', 'unused'] as const

/** Loads a page of the pictures that match the search and the filter in the URL. */
export async function loader({ request }: { request: Request }) {
  const query = new URL(request.url).searchParams
  const gap = gaps.find((one) => one === query.get('gap'))
  return api.staff.pictures({
    find: query.get('find') ?? '',
    after: query.get('after') ?? '',
    limit: 50,
    ...(gap && { gap }),
  })
}

/** `/office/media`: all stored pictures, each with the records that show it. */
export function Component() {
  const { me } = useFrame()
  const texts = useMediaTexts()
  const { t, locale } = texts
  const { t: commonT } = useTexts()
  const { pictures, next, count } = useLoaderData<typeof loader>()
  const { revalidate } = useRevalidator()
  const [query] = useSearchParams()
  const [removed, setRemoved] = useState<LibraryPicture>()
  const [note, setNote] = useState('')
  const mayWrite = hasRightAt(me, 'catalogue.write', null)
  const number = Math.min(count, maxCounted).toLocaleString(toLang(locale))
  const withAfter = (after: string | null) => {
    const changed = new URLSearchParams(query)
    changed.delete('after')
    if (after) changed.set('after', after)
    return `/media?${changed}`
  }

  async function undo({ picture }: LibraryPicture) {
    const { done, errors } = await attemptOnPage(api.staff.restorePicture({ picture }), commonT('office.offline'))
    setRemoved(undefined)
    setNote(done ? '' : (errors?.[0]?.message ?? ''))
    await revalidate()
  }

  return (
    <Page title={t('media.title')} intro={t('media.intro')}>
      {mayWrite && <Uploads onAdded={revalidate} />}
      {pictures.length === 0 && query.size === 0 ? (
        <Empty title={t('media.empty')}>{t('media.empty_help')}</Empty>
      ) : (
        <>
          <Filters />
          <div role="status" className="media-note">
            {removed && (
              <p className="user-done">
                {t('media.removed', { name: pictureName(removed, texts) })}
                <button type="button" className="link" onClick={() => undo(removed)}>
                  {t('media.undo')}
                </button>
              </p>
            )}
            {note && <p>{note}</p>}
          </div>
          {pictures.length === 0 ? (
            <Empty title={t('media.none_found')}>
              <Link to="/media">{t('media.clear')}</Link>
            </Empty>
          ) : (
            <>
              <p className="soft">
                {count === 1 ? t('media.one') : t('media.count', { count: count > maxCounted ? `${number}+` : number })}
              </p>
              <ul className="rows card">
                {pictures.map((picture) => (
                  <PictureRow
                    key={picture.picture}
                    picture={picture}
                    mayWrite={mayWrite}
                    onCropped={() => {
                      setNote(t('media.cropped'))
                      revalidate()
                    }}
                    onRemoved={() => {
                      setNote('')
                      setRemoved(picture)
                      revalidate()
                    }}
                  />
                ))}
              </ul>
            </>
          )}
          <p className="row">
            {query.has('after') && <Link to={withAfter(null)}>{t('media.first')}</Link>}
            {next && <Link to={withAfter(next)}>{t('media.next')}</Link>}
          </p>
        </>
      )}
    </Page>
  )
}

/**
 * Fields that upload new pictures: one for files and, on phones, one for the camera. The files are uploaded one after
 * the other.
 */
function Uploads({ onAdded }: { onAdded: () => Promise<void> }) {
  const { t } = useMediaTexts()
  const [status, setStatus] = useState('')
  const [failed, setFailed] = useState<string[]>([])

  async function add(files: File[]) {
    setFailed([])
    const failedNames: string[] = []
    for (const [index, file] of files.entries()) {
      setStatus(t('media.uploading', { number: index + 1, count: files.length }))
      await uploadPicture(file).catch(() => failedNames.push(file.name))
    }
    const count = files.length - failedNames.length
    const uploaded = count === 1 ? t('media.uploaded_one') : t('media.uploaded', { count })
    setStatus(count === 0 ? '' : uploaded)
    setFailed(failedNames)
    await onAdded()
  }
  const fileField = (name: string, more: { multiple?: true; capture?: 'environment'; hint?: string }) => (
    <Field
      name={name}
      type="file"
      accept="image/*"
      required={false}
      label={t(name === 'photo' ? 'media.take' : 'media.add')}
      {...more}
      onChange={({ currentTarget }) => {
        const files = [...(currentTarget.files ?? [])]
        currentTarget.value = ''
        add(files)
      }}
    />
  )

  return (
    <section className="card media-uploads" aria-label={t('media.add')}>
      <div className="pair">
        {fileField('pictures', { multiple: true, hint: t('media.hint') })}
        <div className="media-camera">{fileField('photo', { capture: 'environment' })}</div>
      </div>
      <p className="soft" role="status">
        {status}
      </p>
      {failed.length > 0 && (
        <p className="field-error" role="alert">
          {t('media.failed', { names: failed.join(', ') })}
        </p>
      )}
    </section>
  )
}

/**
 * The search and the filter. When staff choose a filter, the page loads the list at once. The URL contains the search
 * and the filter.
 */
function Filters() {
  const { t } = useMediaTexts()
  const [query] = useSearchParams()
  const submit = useSubmit()
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    for (const control of form.current?.querySelectorAll<HTMLInputElement | HTMLSelectElement>('[name]') ?? []) {
      // Does not overwrite the focused field, because the staff member may already be typing the next search in it.
      if (control !== document.activeElement) control.value = query.get(control.name) ?? ''
    }
  }, [query])
  const send = (form: HTMLFormElement) => {
    const data = new FormData(form)
    for (const [name, value] of [...data]) if (value === '') data.delete(name)
    submit(data)
  }
  return (
    <Form
      className="media-filters"
      role="search"
      ref={form}
      onChange={(event) => event.target instanceof HTMLSelectElement && send(event.currentTarget)}
      onSubmit={(event) => {
        event.preventDefault()
        send(event.currentTarget)
      }}
    >
      <div className="search-row">
        <Field
          name="find"
          type="search"
          label={t('media.search')}
          placeholder={t('media.search_hint')}
          defaultValue={query.get('find') ?? ''}
          required={false}
        />
        <button type="submit" className="button button-quiet">
          {t('media.search_button')}
        </button>
      </div>
      <Select
        name="gap"
        label={t('media.gap')}
        defaultValue={query.get('gap') ?? ''}
        options={[
          { value: '', label: t('media.all') },
          ...gaps.map((gap) => ({ value: gap, label: t(`media.gap_${gap}`) })),
        ]}
      />
    </Form>
  )
}
