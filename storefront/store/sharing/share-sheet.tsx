import { useEffect } from 'react'
import { pictureAddress } from '#contract/format.ts'
import { sharing } from '#contract/languages.ts'
import { useShellData } from '#storefront/core/shell-data.ts'
import { useShop } from '#storefront/core/shop.ts'
import { Captions } from './share-captions.tsx'
import type { ShareData } from './share-data.ts'
import { ShareMethod } from './share-methods.tsx'
import { PosterButton, PosterPicture, usePoster } from './share-poster.tsx'
import { sharedLink, sharedReferral } from './shared-link.ts'
import './share.css'

/**
 * The share sheet. Offers the system's own sheet, the link and social networks, in the usual order of the visitor's
 * language, and also texts for chats and a poster. WeChat and RedNote accept no links. For WeChat the shopper scans a
 * QR code of the page. For RedNote the shopper copies a text and saves the poster.
 */
export default function ShareSheet({ shared }: { shared: ShareData }) {
  const { t, say, info, locale } = useShop()
  const { isWeChat } = useShellData()
  const url = sharedLink(new URL(shared.path ?? '', location.href).href, sharedReferral(info))
  const title = say(shared.name)
  const poster = usePoster(shared, url)
  useWeChatMenu(shared, url)
  return (
    <div className="share-sheet">
      {isWeChat && <p className="alert alert-calm">{t('store.share_in_wechat')}</p>}
      <div className="share-ways">
        {sharing[locale].map((method) => (
          <ShareMethod key={method} method={method} page={{ shared, url, title, poster }} />
        ))}
      </div>
      {shared.captions && <Captions captions={shared.captions} url={url} />}
      <PosterButton poster={poster} className="button button-wide" />
      <PosterPicture poster={poster} name={title} />
    </div>
  )
}

/** Inside WeChat, sets what WeChat's own menu shares on this page and on later pages. */
function useWeChatMenu({ name, summary, image }: ShareData, url: string) {
  const { say, app, info } = useShop()
  const { isWeChat } = useShellData()
  const title = say(name)
  const picture = image ? new URL(pictureAddress(app.appDetail.cdnpath, image), location.href).href : ''
  useEffect(() => {
    if (!isWeChat) return
    const shareData = { title, desc: summary, link: url, imgUrl: picture }
    const toLink = (href: string) => sharedLink(href, sharedReferral(info))
    import('./wechat-share.ts')
      .then(({ prepareWeChatShare }) => prepareWeChatShare(shareData, toLink))
      .catch(() => undefined)
  }, [isWeChat, title, summary, url, picture, info])
}
