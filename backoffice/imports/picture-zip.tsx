import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { importPartBytes } from '#contract/import-limits.ts'
import type { OfficeImport } from '#contract/office/imports.ts'
import { Field } from '#ui/field.tsx'
import { api, upload } from '../core/api.ts'
import { attemptOnPage } from '../core/attempt.ts'
import { useTexts } from '../core/texts.tsx'
import { Card } from '../frame/page.tsx'
import { useImportTexts } from './texts.ts'

/** A form that adds, replaces or removes a zip file with pictures. The rows of the import refer to these pictures. */
export function PictureZip({ state: { import: id, zip } }: { state: OfficeImport }) {
  const { t } = useImportTexts()
  const { t: commonT } = useTexts()
  const { revalidate } = useRevalidator()
  const [percent, setPercent] = useState<number>()
  const [error, setError] = useState('')

  async function run(work: Promise<unknown>) {
    setError('')
    const { errors } = await attemptOnPage(work, commonT('office.offline'))
    setPercent(undefined)
    setError(errors?.[0]?.message ?? '')
    await revalidate()
  }

  async function send(file: File) {
    for (let offset = 0; offset < file.size; offset += importPartBytes) {
      setPercent(Math.floor((offset / file.size) * 100))
      const part = new File([file.slice(offset, offset + importPartBytes)], file.name)
      await upload(`/imports/${id}/zip/parts`, part, { at: String(offset) })
    }
    return api.staff.readImportZip({ import: id, fileName: file.name.slice(0, 200), size: file.size })
  }

  return (
    <Card title={t('imports.zip')}>
      <p className="soft">{t('imports.zip_help')}</p>
      {zip && (
        <div className="row-item">
          <p>
            <strong>{zip.fileName}</strong>{' '}
            <span className="soft">{t('imports.zip_has', { count: zip.pictures })}</span>
          </p>
          <button
            type="button"
            className="button button-quiet"
            onClick={() => run(api.staff.removeImportZip({ import: id }))}
          >
            {t('imports.zip_remove')}
          </button>
        </div>
      )}
      <Field
        name="zip"
        type="file"
        accept=".zip,application/zip"
        label={t(zip ? 'imports.zip_replace' : 'imports.zip_add')}
        hint={t('imports.zip_hint')}
        required={false}
        error={error || undefined}
        isErrorAlert
        onChange={({ currentTarget }) => {
          const file = currentTarget.files?.[0]
          currentTarget.value = ''
          if (file) run(send(file))
        }}
      />
      <p className="soft" role="status">
        {percent !== undefined && t('imports.zip_sending', { percent })}
      </p>
    </Card>
  )
}
