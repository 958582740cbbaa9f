import { Link } from 'react-router'
import { useTexts } from '../core/texts.tsx'
import { Page } from './page.tsx'

/** Shown for an unknown URL of the back office. */
export function Component() {
  const { t } = useTexts()
  return (
    <Page title={t('office.no_page')}>
      <p>{t('office.no_page_help')}</p>
      <p>
        <Link to="/">{t('office.today')}</Link>
      </p>
    </Page>
  )
}
