import type { MouseEvent, ReactNode } from 'react'
import { Fragment, useEffect, useState } from 'react'
import { sharePopup } from '#contract/constants.ts'
import { pictureAddress } from '#contract/format.ts'
import type { Locale } from '#contract/languages.ts'
import { beside, sharing, startingWith, toLang } from '#contract/languages.ts'
import type { Text } from '#contract/shapes.ts'
import { tell } from '#storefront/core/analytics/tell.ts'
import { readClientState } from '#storefront/core/client-state/client-state.ts'
import { useShellData } from '#storefront/core/shell-data.ts'
import { useShop } from '#storefront/core/shop.ts'
import { CopyButton } from '#ui/copy-button.tsx'
import { Icon } from '#ui/icon.tsx'
import { QrSquares } from '#ui/qr-squares.tsx'
import { drawPoster } from './poster.ts'
import { ShareMark } from './share-mark.tsx'
import type { Place, Shared } from './shared.ts'
import { linkIn, sharedLink } from './shared-link.ts'
import './share.css'

/** For each social network that accepts shared links by URL, a function that builds this URL. */
const addresses = {
  facebook: (url: string) => `https://www.facebook.com/sharer/sharer.php?u=${url}`,
  x: (url: string, title: string) => `https://x.com/intent/post?url=${url}&text=${title}`,
  weibo: (url: string, title: string) => `https://service.weibo.com/share/share.php?url=${url}&title=${title}`,
} as const

/**
 * The share sheet. Offers the system's own sheet, the link and social networks, in the usual order of the visitor's
 * language, and also texts for chats and a poster. WeChat and RedNote accept no links. For WeChat the shopper scans a
 * QR code of the page. For RedNote the shopper copies a text and saves the poster.
 */
export default function ShareSheet({ shared }: { shared: Shared }) {
  const { t, say, app, info, locale } = useShop()
  const { isWeChat } = useShellData()
  const url = sharedLink(location.href, recommendationBy(info.myID))
  const title = say(shared.name)
  const note = () => tell({ name: 'shared', id: shared.id })
  const picture = shared.image ? new URL(pictureAddress(app.appDetail.cdnpath, shared.image), location.href).href : ''
  const { summary } = shared
  const poster = usePoster(shared, url)
  useEffect(() => {
    if (!isWeChat) return
    const what = { title, desc: summary, link: url, imgUrl: picture }
    import('./wechat-share.ts').then(({ prepareWeChatShare }) => prepareWeChatShare(what)).catch(() => undefined)
  }, [isWeChat, title, summary, url, picture])
  const onPlace = (place: Place) => (
    <>
      <ShareMark place={place} />
      {t('store.share_on', { place: t(`store.share_${place}`) })}
    </>
  )
  const toWay = (way: Place | 'send' | 'link') => {
    switch (way) {
      case 'send':
        return (
          typeof navigator.share === 'function' && (
            <button
              type="button"
              className="share-way"
              // Closing the system's sheet rejects the promise, which is not an error.
              onClick={() => navigator.share({ title, url }).then(note, () => undefined)}
            >
              <Icon name="share" />
              {t('store.share_system')}
            </button>
          )
        )
      case 'link':
        return <CopyButton text={url} label={t('store.share_copy')} className="share-way" onCopied={note} />
      case 'wechat':
        // Hides this option inside WeChat, because shoppers there use WeChat's own menu, as the text above explains.
        return (
          !isWeChat && (
            <Unfolding head={onPlace(way)} onOpen={note}>
              <figure className="share-code" role="img" aria-label={t('store.share_code')}>
                <QrSquares text={url} />
              </figure>
              <p>{t('store.share_wechat_how')}</p>
              <CopyButton text={url} label={t('store.share_copy')} className="button button-quiet" />
            </Unfolding>
          )
        )
      case 'xiaohongshu':
        return (
          <Unfolding head={onPlace(way)} onOpen={note}>
            <p>{t('store.share_xiaohongshu_how')}</p>
            <CopyButton
              text={captionOf(shared, { title, url, locale })}
              label={t('store.share_words_copy')}
              className="button button-quiet"
            />
            <PosterButton poster={poster} className="button button-quiet" />
          </Unfolding>
        )
      default:
        return (
          <a
            className="share-way"
            href={addresses[way](encodeURIComponent(url), encodeURIComponent(title))}
            target="_blank"
            rel="noopener"
            onClick={(event) => {
              note()
              openSmall(event)
            }}
          >
            {onPlace(way)}
          </a>
        )
    }
  }
  return (
    <div className="share-sheet">
      {isWeChat && <p className="alert alert-calm">{t('store.share_in_wechat')}</p>}
      <div className="share-ways">
        {sharing[locale].map((way) => (
          <Fragment key={way}>{toWay(way)}</Fragment>
        ))}
      </div>
      {shared.captions && <Captions captions={shared.captions} url={url} />}
      <PosterButton poster={poster} className="button button-wide" />
      <PosterPicture poster={poster} name={title} />
    </div>
  )
}

interface UnfoldingProps {
  head: ReactNode
  onOpen: () => void
  children: ReactNode
}

/** A folded option for sharing in several steps. Unfolding one option folds the others. */
function Unfolding({ head, onOpen, children }: UnfoldingProps) {
  return (
    <details name="share-way" className="share-steps" onToggle={(event) => event.currentTarget.open && onOpen()}>
      <summary className="share-way">
        {head}
        <Icon name="chevron-down" />
      </summary>
      <div>{children}</div>
    </details>
  )
}

/** The text for a post, with the link. Uses the text for chats if there is one, else name, summary and price. */
function captionOf(shared: Shared, { title, url, locale }: { title: string; url: string; locale: Locale }): string {
  if (shared.captions) return shared.captions[locale].replace('{url}', linkIn(locale, url))
  return [title, shared.summary, shared.price, url].filter(Boolean).join('\n')
}

/**
 * The referral for shared links: a member recommends the shop; other visitors pass on the referral that brought them.
 */
const recommendationBy = (myID: string | null) =>
  myID
    ? { referId: myID, referGroup: null }
    : { referId: readClientState('referId'), referGroup: readClientState('referGroup') }

/**
 * Opens the link in a small window over the middle of the shop's window. If the browser blocks the small window, the
 * link opens normally.
 */
function openSmall(event: MouseEvent<HTMLAnchorElement>) {
  const { width, height } = sharePopup
  const left = Math.max(0, window.screenX + (window.outerWidth - width) / 2)
  const top = Math.max(0, window.screenY + (window.outerHeight - height) / 2)
  const features = `popup,width=${width},height=${height},left=${left},top=${top}`
  if (window.open(event.currentTarget.href, 'share', features)) event.preventDefault()
}

/**
 * Texts to paste into a chat group, first in the visitor's language, then in the other language. The link in each text
 * opens the shop in the text's language.
 */
function Captions({ captions, url }: { captions: Text; url: string }) {
  const { t, locale } = useShop()
  const order: Locale[] = startingWith(locale)
  return (
    <section className="captions" aria-labelledby="captions">
      <h3 id="captions">{t('store.caption')}</h3>
      {order.map((of) => {
        const words = captions[of].replace('{url}', linkIn(of, url))
        return (
          <div key={of} className="caption">
            <p lang={toLang(of)}>{words}</p>
            <CopyButton text={words} label={t('store.caption_copy')} className="share-way" />
          </div>
        )
      })}
    </section>
  )
}

const showWhole = (poster: HTMLElement | null) => poster?.scrollIntoView({ block: 'end' })

type PosterState = 'none' | 'making' | 'failed' | { src: string }
interface Poster {
  state: PosterState
  /** The name of the poster's file. */
  file: string
  make: () => Promise<void>
}

function usePoster(shared: Shared, url: string): Poster {
  const { t, say, app, locale } = useShop()
  const [state, setState] = useState<PosterState>('none')
  async function make() {
    setState('making')
    const { image } = shared
    const src = await drawPoster({
      picture: image && pictureAddress(app.appDetail.cdnpath, image),
      names: [say(shared.name), shared.name[beside(locale)]],
      summary: shared.summary,
      price: shared.price,
      shop: app.storeName,
      invitation: t('store.poster_scan'),
      url,
      accent: getComputedStyle(document.documentElement).getPropertyValue('--merchant-button') || '#c53f15',
    }).catch(() => null)
    setState(src ? { src } : 'failed')
  }
  return { state, file: `${shared.id}.png`, make }
}

/** A button that draws the poster. Once the poster is drawn, a link that saves it replaces the button. */
function PosterButton({ poster: { state, file, make }, className }: { poster: Poster; className: string }) {
  const { t } = useShop()
  if (typeof state === 'object')
    return (
      <a className={className} href={state.src} download={file}>
        <Icon name="download" />
        {t('store.poster_save')}
      </a>
    )
  return (
    <button type="button" className={className} aria-disabled={state === 'making' || undefined} onClick={make}>
      {t('store.share_poster')}
    </button>
  )
}

function PosterPicture({ poster: { state }, name }: { poster: Poster; name: string }) {
  const { t } = useShop()
  if (typeof state === 'object')
    return (
      <figure className="poster" ref={showWhole}>
        <img src={state.src} width={750} height={1240} alt={t('store.poster', { name })} />
      </figure>
    )
  return (
    <p role="status" className="field-hint">
      {state === 'making' && t('store.poster_making')}
      {state === 'failed' && t('store.poster_failed')}
    </p>
  )
}
