import type { MouseEvent } from 'react'
import { useEffect, useState } from 'react'
import { sharePopup } from '#contract/constants.ts'
import { pictureAddress } from '#contract/format.ts'
import type { Locale } from '#contract/languages.ts'
import { beside, startingWith, toLang } from '#contract/languages.ts'
import type { Text } from '#contract/shapes.ts'
import { tell } from '#storefront/core/analytics/tell.ts'
import { readClientState } from '#storefront/core/client-state/client-state.ts'
import { useShellData } from '#storefront/core/shell-data.ts'
import { useShop } from '#storefront/core/shop.ts'
import { CopyButton } from '#ui/copy-button.tsx'
import { Icon } from '#ui/icon.tsx'
import { drawPoster } from './poster.ts'
import type { Shared } from './shared.ts'
import { linkIn, sharedLink } from './shared-link.ts'
import './share.css'

const places = [
  ['facebook', (url: string) => `https://www.facebook.com/sharer/sharer.php?u=${url}`],
  ['x', (url: string, title: string) => `https://x.com/intent/post?url=${url}&text=${title}`],
  ['weibo', (url: string, title: string) => `https://service.weibo.com/share/share.php?url=${url}&title=${title}`],
] as const

/** The share sheet: the system's own sheet, a link, networks in a small window, a text, and a poster. */
export default function ShareSheet({ shared }: { shared: Shared }) {
  const { t, say, app, info } = useShop()
  const { isWeChat } = useShellData()
  const url = sharedLink(location.href, recommendationBy(info.myID))
  const title = say(shared.name)
  const note = () => tell({ name: 'shared', id: shared.id })
  const picture = shared.image ? new URL(pictureAddress(app.appDetail.cdnpath, shared.image), location.href).href : ''
  const { summary } = shared
  useEffect(() => {
    if (!isWeChat) return
    const what = { title, desc: summary, link: url, imgUrl: picture }
    import('./wechat-share.ts').then(({ prepareWeChatShare }) => prepareWeChatShare(what)).catch(() => undefined)
  }, [isWeChat, title, summary, url, picture])
  return (
    <div className="share-sheet">
      {isWeChat && <p className="alert alert-calm">{t('store.share_wechat')}</p>}
      <div className="share-ways">
        {typeof navigator.share === 'function' && (
          <button
            type="button"
            className="share-way"
            // Closing the system's sheet rejects the promise; that is no error.
            onClick={() => navigator.share({ title, url }).then(note, () => undefined)}
          >
            <Icon name="share" />
            {t('store.share_system')}
          </button>
        )}
        <CopyButton text={url} label={t('store.share_copy')} className="share-way" onCopied={note} />
        {places.map(([place, toAddress]) => (
          <a
            key={place}
            className="share-way"
            href={toAddress(encodeURIComponent(url), encodeURIComponent(title))}
            target="_blank"
            rel="noopener"
            onClick={(event) => {
              note()
              openSmall(event)
            }}
          >
            <Icon name="external" />
            {t('store.share_on', { place: t(`store.share_${place}`) })}
          </a>
        ))}
      </div>
      {shared.captions && <Captions captions={shared.captions} url={url} />}
      <PosterMaker shared={shared} url={url} />
    </div>
  )
}

/** A member recommends the shop; other visitors pass on the recommendation that brought them. */
const recommendationBy = (myID: string | null) =>
  myID
    ? { referId: myID, referGroup: null }
    : { referId: readClientState('referId'), referGroup: readClientState('referGroup') }

/** Opens a small window beside the shop; if the browser blocks it, the link opens normally. */
function openSmall(event: MouseEvent<HTMLAnchorElement>) {
  const { width, height } = sharePopup
  const left = Math.max(0, window.screenX + (window.outerWidth - width) / 2)
  const top = Math.max(0, window.screenY + (window.outerHeight - height) / 2)
  const features = `popup,width=${width},height=${height},left=${left},top=${top}`
  if (window.open(event.currentTarget.href, 'share', features)) event.preventDefault()
}

/**
 * A text to paste into a chat group, in the visitor's language, then in the other. Its link opens the shop in the same
 * language.
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

function PosterMaker({ shared, url }: { shared: Shared; url: string }) {
  const { t, say, app, locale } = useShop()
  const [state, setState] = useState<'none' | 'making' | 'failed' | { src: string }>('none')
  const name = say(shared.name)
  async function make() {
    setState('making')
    const { image } = shared
    const src = await drawPoster({
      picture: image && pictureAddress(app.appDetail.cdnpath, image),
      names: [name, shared.name[beside(locale)]],
      summary: shared.summary,
      price: shared.price,
      shop: app.storeName,
      invitation: t('store.poster_scan'),
      url,
      accent: getComputedStyle(document.documentElement).getPropertyValue('--merchant-button') || '#c53f15',
    }).catch(() => null)
    setState(src ? { src } : 'failed')
  }
  if (typeof state === 'object')
    return (
      <figure className="poster" ref={showWhole}>
        <img src={state.src} width={750} height={1240} alt={t('store.poster', { name })} />
        <figcaption>
          <a className="button button-quiet" href={state.src} download={`${shared.id}.png`}>
            <Icon name="download" />
            {t('store.poster_save')}
          </a>
        </figcaption>
      </figure>
    )
  return (
    <>
      <button
        type="button"
        className="button button-wide"
        aria-disabled={state === 'making' || undefined}
        onClick={make}
      >
        {t('store.share_poster')}
      </button>
      <p role="status" className="field-hint">
        {state === 'making' && t('store.poster_making')}
        {state === 'failed' && t('store.poster_failed')}
      </p>
    </>
  )
}
