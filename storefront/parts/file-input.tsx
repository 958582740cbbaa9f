import type { ComponentProps } from 'react'
import { useState } from 'react'
import { useShop } from '#storefront/core/shop.ts'
import './file-input.css'

/**
 * A file chooser in the language of the page, because the browser's own chooser uses the browser's language. Without
 * JavaScript, the page shows the browser's own chooser, because no script can then show the name of the chosen file.
 */
export function FileInput(input: Omit<ComponentProps<'input'>, 'type' | 'onChange'>) {
  const { t } = useShop()
  const [name, setName] = useState('')
  return (
    <span className="file-input">
      <input {...input} type="file" onChange={({ currentTarget }) => setName(currentTarget.files?.[0]?.name ?? '')} />
      <span className="file-input-face" aria-hidden="true">
        <span className="file-input-button">{t('field.choose_file')}</span>
        <span className="file-input-name">{name || t('field.no_file')}</span>
      </span>
    </span>
  )
}
