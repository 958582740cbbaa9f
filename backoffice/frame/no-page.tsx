import { Link } from 'react-router'
import { useTexts } from '../core/texts.tsx'
import { Empty, Page } from './page.tsx'

/** Shown for an unknown URL of the back office. */
export function Component() {
  const { t } = useTexts()
  return (
    <Page title={t('office.no_page')}>
      <Empty title={t('office.no_page')}>
        <Link to="/">{t('office.today')}</Link>
      </Empty>
    </Page>
  )
}
