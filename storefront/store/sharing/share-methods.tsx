import type { MouseEvent, ReactNode } from 'react'
import { sharePopup } from '#contract/constants.ts'
import type { Locale } from '#contract/languages.ts'
import { trackEvent } from '#storefront/core/analytics/events.ts'
import { useShellData } from '#storefront/core/shell-data.ts'
import { useShop } from '#storefront/core/shop.ts'
import { CopyButton } from '#ui/copy-button.tsx'
import { Icon } from '#ui/icon.tsx'
import { QrSquares } from '#ui/qr-squares.tsx'
import { captionIn } from './share-captions.tsx'
import type { ShareData, ShareNetwork } from './share-data.ts'
import { ShareMark } from './share-mark.tsx'
import type { Poster } from './share-poster.tsx'
import { PosterButton } from './share-poster.tsx'

/** For each social network that accepts shared links by URL, a function that builds this URL. */
const shareUrls = {
  facebook: (url: string) => `https://www.facebook.com/sharer/sharer.php?u=${url}`,
  x: (url: string, title: string) => `https://x.com/intent/post?url=${url}&text=${title}`,
  weibo: (url: string, title: string) => `https://service.weibo.com/share/share.php?url=${url}&title=${title}`,
} as const

interface SharedPage {
  shared: ShareData
  url: string
  /** The name of the shared product, group-buy or article, in the visitor's language. */
  title: string
  poster: Poster
}

interface ShareMethodProps {
  method: ShareNetwork | 'send' | 'link'
  page: SharedPage
}

/** One way to share a page. */
export function ShareMethod({ method, page }: ShareMethodProps) {
  const trackShare = () => trackEvent({ name: 'shared', id: page.shared.id })
  const props = { page, onShare: trackShare }
  switch (method) {
    case 'send':
      return <SystemMethod {...props} />
    case 'link':
      return <LinkMethod {...props} />
    case 'wechat':
      return <WeChatMethod {...props} />
    case 'xiaohongshu':
      return <RedNoteMethod {...props} />
    default:
      return <NetworkMethod {...props} network={method} />
  }
}

interface MethodProps {
  page: SharedPage
  onShare: () => void
}

/** The operating system's share sheet, if the browser can open it. */
function SystemMethod({ page: { title, url }, onShare }: MethodProps) {
  const { t } = useShop()
  if (typeof navigator.share !== 'function') return null
  return (
    <button
      type="button"
      className="share-way"
      // Closing the system's sheet rejects the promise, which is not an error.
      onClick={() => navigator.share({ title, url }).then(onShare, () => undefined)}
    >
      <Icon name="share" />
      {t('store.share_system')}
    </button>
  )
}

function LinkMethod({ page: { url }, onShare }: MethodProps) {
  const { t } = useShop()
  return <CopyButton text={url} label={t('store.share_copy')} className="share-way" onCopied={onShare} />
}

/**
 * A folded QR code to scan with WeChat. Renders nothing inside WeChat, because shoppers share with WeChat's own menu
 * there. A text in the share sheet explains this menu.
 */
function WeChatMethod({ page: { url }, onShare }: MethodProps) {
  const { t } = useShop()
  const { isWeChat } = useShellData()
  if (isWeChat) return null
  return (
    <FoldedMethod head={<NetworkLabel network="wechat" />} onOpen={onShare}>
      <figure className="share-code" role="img" aria-label={t('store.share_code')}>
        <QrSquares text={url} />
      </figure>
      <p>{t('store.share_wechat_how')}</p>
      <CopyButton text={url} label={t('store.share_copy')} className="button button-quiet" />
    </FoldedMethod>
  )
}

function RedNoteMethod({ page, onShare }: MethodProps) {
  const { t, locale } = useShop()
  return (
    <FoldedMethod head={<NetworkLabel network="xiaohongshu" />} onOpen={onShare}>
      <p>{t('store.share_xiaohongshu_how')}</p>
      <CopyButton text={postText(page, locale)} label={t('store.share_words_copy')} className="button button-quiet" />
      <PosterButton poster={page.poster} className="button button-quiet" />
    </FoldedMethod>
  )
}

interface NetworkMethodProps extends MethodProps {
  network: keyof typeof shareUrls
}

/** A link to a social network that accepts shared links by URL. */
function NetworkMethod({ network, page: { url, title }, onShare }: NetworkMethodProps) {
  function handleClick(event: MouseEvent<HTMLAnchorElement>) {
    onShare()
    openPopup(event)
  }
  return (
    <a
      className="share-way"
      href={shareUrls[network](encodeURIComponent(url), encodeURIComponent(title))}
      target="_blank"
      rel="noopener"
      onClick={handleClick}
    >
      <NetworkLabel network={network} />
    </a>
  )
}

function NetworkLabel({ network }: { network: ShareNetwork }) {
  const { t } = useShop()
  return (
    <>
      <ShareMark place={network} />
      {t('store.share_on', { place: t(`store.share_${network}`) })}
    </>
  )
}

interface FoldedMethodProps {
  head: ReactNode
  onOpen: () => void
  children: ReactNode
}

/** A folded option for sharing in several steps. Unfolding one option folds the others. */
function FoldedMethod({ head, onOpen, children }: FoldedMethodProps) {
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
function postText({ shared, title, url }: SharedPage, locale: Locale): string {
  if (shared.captions) return captionIn(locale, shared.captions, url)
  return [title, shared.summary, shared.price, url].filter(Boolean).join('\n')
}

/**
 * Opens the link in a small window over the middle of the shop's window. If the browser blocks the small window, the
 * link opens normally.
 */
function openPopup(event: MouseEvent<HTMLAnchorElement>) {
  const { width, height } = sharePopup
  const left = Math.max(0, window.screenX + (window.outerWidth - width) / 2)
  const top = Math.max(0, window.screenY + (window.outerHeight - height) / 2)
  const features = `popup,width=${width},height=${height},left=${left},top=${top}`
  if (window.open(event.currentTarget.href, 'share', features)) event.preventDefault()
}
