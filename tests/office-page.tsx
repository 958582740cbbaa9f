import type { ComponentType } from 'react'
import { renderToString } from 'react-dom/server'
import { createRoutesStub, Outlet } from 'react-router'
import { vi } from 'vitest'
import { localeCookie } from '#contract/constants.ts'
import type { Locale } from '#contract/languages.ts'
import type { Me } from '#contract/office/people.ts'
import { frameRoute } from '../backoffice/core/me.ts'
import { TextsProvider } from '../backoffice/core/texts.tsx'

interface OfficePage {
  Component: ComponentType
  /** What the page's loader returns. */
  data: unknown
  rights: Me['rights']
  locale?: Locale
}

/** The HTML of a page of the back office, as a staff member with these rights sees it. */
export function renderOfficePage({ Component, data, rights, locale = 'en' }: OfficePage): string {
  const frame = { me: { rights }, shopName: 'Lantern Lane', shopMark: '/mark.svg', notices: { unread: 0, newest: 0 } }
  const children = [{ id: 'page', index: true, Component }]
  const Frame = createRoutesStub([{ id: frameRoute, path: '/', Component: Outlet, children }])
  // The back office reads the language from the browser's cookie.
  vi.stubGlobal('document', { cookie: `${localeCookie}=${locale}` })
  try {
    return renderToString(
      <TextsProvider>
        <Frame hydrationData={{ loaderData: { [frameRoute]: frame, page: data } }} />
      </TextsProvider>,
    )
  } finally {
    vi.unstubAllGlobals()
  }
}
