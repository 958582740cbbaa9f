import { toLang } from '#contract/languages.ts'
import { exportMessages } from '#contract/messages/office-export.ts'
import { api } from '../core/api.ts'
import { useTextsWith } from '../core/texts.tsx'
import { DownloadButton } from '../frame/download-button.tsx'
import { Card } from '../frame/page.tsx'

export const useExportTexts = () => useTextsWith(exportMessages)

/** A button that downloads a file with all products, and confirms that the download has started. */
export function ExportButton({ className = 'button button-quiet' }: { className?: string }) {
  const { t, locale } = useExportTexts()
  return (
    <DownloadButton
      label={t('export.button')}
      busy={t('export.busy')}
      className={className}
      startExport={() => api.staff.exportProducts({})}
      confirm={({ products, memberships }) => (
        <>
          {t('export.started', { count: products.toLocaleString(toLang(locale)) })}
          {memberships > 0 && <> {t('export.left_out', { count: memberships })}</>}
        </>
      )}
    />
  )
}

/** A card that explains the exported file. */
export function ExportCard() {
  const { t } = useExportTexts()
  return (
    <Card title={t('export.title')}>
      <p className="soft">{t('export.hint')}</p>
      <div className="row">
        <ExportButton />
      </div>
    </Card>
  )
}
