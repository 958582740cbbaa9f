import { Form } from 'react-router'
import { importFields } from '#contract/import-limits.ts'
import { languages, locales } from '#contract/languages.ts'
import type { OfficeImport } from '#contract/office/imports.ts'
import type { TaxClass } from '#contract/shapes.ts'
import { Check } from '#ui/check.tsx'
import { Select } from '#ui/select.tsx'
import { SendButton } from '#ui/send-button.tsx'
import { Card } from '../frame/page.tsx'
import { useColumnNames } from './column-names.ts'
import { useImportTexts } from './texts.ts'

export const taxClasses: TaxClass[] = [
  'zero_rated',
  'prepared',
  'snack',
  'baked_single',
  'standard',
  'alcohol',
  'exempt',
  'deposit',
]

/** The form before a dry run: the meaning of each column, and how to read the file. */
export function ImportForm({ state }: { state: OfficeImport }) {
  const { t } = useImportTexts()
  const { header, samples, columns: chosen, targets, status } = state
  const nameOf = useColumnNames()
  const options = targets.map((target) => ({ value: target, label: nameOf(target) }))
  return (
    <Form method="post" className="stack" key={status}>
      <Card title={t('imports.columns')}>
        <ul className="import-columns">
          {header.map((name, index) => {
            const cells = samples.flatMap((row) => row[index] || []).join(' · ')
            return (
              // biome-ignore lint/suspicious/noArrayIndexKey: columns may have the same name, and never move.
              <li key={index}>
                <input type="hidden" name="column" value={name} />
                <Select
                  name="target"
                  label={name || `${index + 1}`}
                  placeholder={t('imports.column_skip')}
                  options={options}
                  defaultValue={chosen[name] ?? ''}
                  required={false}
                />
                {cells && <p className="soft">{t('imports.example', { cells })}</p>}
              </li>
            )
          })}
        </ul>
      </Card>
      <Card title={t('imports.options')}>
        <Select
          name="language"
          label={t('imports.language')}
          options={locales.map((value) => ({ value, label: languages[value].name }))}
          defaultValue={state.language}
        />
        <Select
          name="taxClass"
          label={t('imports.tax_class')}
          options={taxClasses.map((value) => ({ value, label: t(`tax.${value}`) }))}
          defaultValue={state.taxClass}
        />
        <Check name="track" label={t('imports.track')} defaultChecked={state.track} />
        <details>
          <summary>{t('imports.overwrite')}</summary>
          <p className="soft">{t('imports.overwrite_hint')}</p>
          {importFields.map((field) => (
            <Check
              key={field}
              name={`overwrite ${field}`}
              label={t(`imports.field_${field}`)}
              defaultChecked={state.overwrite.includes(field)}
            />
          ))}
        </details>
        <p className="soft">{t('imports.check_hint')}</p>
        <SendButton intent="check" className={status === 'uploaded' ? '' : 'button-quiet'}>
          {t(status === 'uploaded' ? 'imports.check' : 'imports.check_again')}
        </SendButton>
      </Card>
    </Form>
  )
}
