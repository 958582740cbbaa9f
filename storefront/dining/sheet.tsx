import type { Client } from '#contract/client.ts'
import type { Page } from '#storefront/core/data.ts'
import { inBrowser, onServer } from '#storefront/core/data.ts'
import { assetUrl } from '#storefront/core/links.ts'
import { logoOf } from '#storefront/core/shell-rules.ts'
import { useShop } from '#storefront/core/shop.ts'
import { pageMeta } from '#storefront/parts/head/head.ts'
import { QrSquares } from '#ui/qr-squares.tsx'
import type { Route } from './+types/sheet'
import './dining.css'

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, ({ t }) => ({ title: t('table.sheet_title'), isPrivate: true }))

/**
 * Loads the codes of all tables. The server returns them only in the demonstration, because a code admits anyone to a
 * table.
 */
const load = async (api: Client, { url }: Page) => ({ ...(await api.dining.codes()), origin: url.origin })
export const loader = onServer(load)
export const clientLoader = inBrowser(load)

/** A printable sheet of QR codes, one for each table. Below each code are the table's number and the store. */
export default function SheetPage({ loaderData: { tables, origin } }: Route.ComponentProps) {
  const { t, say, app } = useShop()
  const logoImage = logoOf(app) ?? app.favicon.imageURL
  return (
    <div className="wrap seat-sheet">
      <h1>{t('table.sheet_title')}</h1>
      <p>{t('table.sheet_text')}</p>
      <div className="table-codes">
        {tables.map(({ locationId, localStoreName, number, code }) => {
          const tableUrl = `${origin}/table/${code}`
          return (
            <a key={locationId + number} href={tableUrl} className="table-code">
              <span className="table-code-shop">
                <img
                  src={logoImage ? assetUrl(logoImage, app.appDetail.cdnpath) : '/favicon.svg'}
                  alt=""
                  width="28"
                  height="28"
                />
                {app.storeName}
              </span>
              <QrSquares text={tableUrl} />
              <span>{t('table.scan')}</span>
              <strong>{t('table.title', { table: number })}</strong>
              <span>{say(localStoreName)}</span>
            </a>
          )
        })}
      </div>
    </div>
  )
}
