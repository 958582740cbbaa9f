import { Form, Link, redirect, useLoaderData } from 'react-router'
import type { OfficeImportRow } from '#contract/office/imports.ts'
import { ErrorSummary } from '#ui/field.tsx'
import { SendButton } from '#ui/send-button.tsx'
import { api } from '../core/api.ts'
import { attempt } from '../core/attempt.ts'
import { useFormResult } from '../core/form-answer.ts'
import { Card, Empty, Page } from '../frame/page.tsx'
import { ExportCard } from './export-button.tsx'
import { useImportTexts } from './texts.ts'
import { uploadImport } from './upload.ts'
import './imports.css'

/** Loads the last imports. */
export const loader = () => api.staff.imports()

/** Uploads a file, has the server read its header, and opens the page of the new import. */
export async function action({ request }: { request: Request }) {
  const file = (await request.formData()).get('file')
  if (!(file instanceof File)) return { errors: undefined }
  const result = await attempt(
    (async () => {
      const { import: id } = await api.staff.startImport({ fileName: file.name, size: file.size })
      await uploadImport(id, file)
      return api.staff.readImport({ import: id })
    })(),
  )
  if (result.done) throw redirect(`/import/${result.done.import}`)
  return { errors: result.errors }
}

/** `/office/import`: uploads a file of products, and lists past imports. */
export function Component() {
  const { t } = useImportTexts()
  const { imports } = useLoaderData<typeof loader>()
  const result = useFormResult<typeof action>()
  return (
    <Page
      title={t('imports.title')}
      intro={t('imports.intro')}
      action={<Link to="/products">{t('office.products')}</Link>}
    >
      <Card title={t('imports.upload')}>
        {result?.errors && <ErrorSummary errors={result.errors} title={t('imports.status_failed')} labels={{}} />}
        <Form method="post" encType="multipart/form-data" className="import-upload">
          <label htmlFor="import-file">{t('imports.file')}</label>
          <input id="import-file" type="file" name="file" accept=".csv,.tsv,.txt,.xlsx" required />
          <SendButton intent="upload" busy={t('imports.sending')}>
            {t('imports.send')}
          </SendButton>
        </Form>
        <p className="soft">{t('imports.second')}</p>
      </Card>
      <ExportCard />
      <Card title={t('imports.past')}>
        {imports.length === 0 ? (
          <Empty title={t('imports.none')} />
        ) : (
          <ul className="rows">
            {imports.map((row) => (
              <ImportRow key={row.import} row={row} />
            ))}
          </ul>
        )}
      </Card>
    </Page>
  )
}

function ImportRow({ row: { import: id, fileName, status, createdAt } }: { row: OfficeImportRow }) {
  const { t, when } = useImportTexts()
  return (
    <li className="row-item">
      <div>
        <strong>{fileName}</strong>
        <p className="soft">
          {when(createdAt)} · {t(`imports.status_${status}`)}
        </p>
      </div>
      <Link className="button button-quiet" to={`/import/${id}`} aria-label={`${t('imports.open')}: ${fileName}`}>
        {t('imports.open')}
      </Link>
    </li>
  )
}
