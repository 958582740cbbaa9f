import { useContext, useEffect, useLayoutEffect, useState } from 'react'
import type { BlockOf } from '#contract/blocks.ts'
import { clientStateSeconds, readClientState, writeClientState } from '#storefront/core/client-state/client-state.ts'
import { browserApi } from '#storefront/core/data.ts'
import { NonceContext } from '#storefront/core/scripts/nonce.ts'
import { useShop } from '#storefront/core/shop.ts'
import { BlockLink } from '#storefront/parts/block-link.tsx'
import { Icon } from '#ui/icon.tsx'

type Notice = BlockOf<'notice'>

const maxStoredIds = 20

/**
 * Hides dismissed notices before the first paint, because all visitors receive the same cached page with all notices.
 * Also hides a notice that the visitor dismisses before hydration. The page receives the source text of this function,
 * so the function may use only its arguments and the browser's globals.
 */
function dismissEarly(seconds: number, maxIds: number) {
  try {
    const now = Math.floor(Date.now() / 1000)
    const dismissed = () => {
      const [expires, ...ids] = (localStorage.getItem('notices') ?? '').split(' ')
      return Number(expires) > now ? ids : []
    }
    const bar = document.currentScript?.parentElement
    for (const notice of bar?.querySelectorAll<HTMLElement>('[data-notice]') ?? [])
      notice.hidden = dismissed().includes(notice.dataset.notice ?? '')
    const dismiss = ({ target }: Event) => {
      // The cast is safe, because the target of a click is always an element.
      const notice = (target as Element).closest('button')?.closest<HTMLElement>('[data-notice]')
      const id = notice?.dataset.notice
      if (!id) return
      notice.hidden = true
      const ids = [...new Set([...dismissed(), id])].slice(-maxIds)
      localStorage.setItem('notices', [now + seconds, ...ids].join(' '))
    }
    // React stops clicks in parts that are not hydrated yet, so a capturing listener on the window handles them first.
    window.addEventListener('click', dismiss, true)
  } catch {
    // If the browser forbids storage, dismissed notices return on the next page.
  }
}

const earlyScript = `(${dismissEarly})(${clientStateSeconds('notices')},${maxStoredIds})`

interface NoticeBarProps {
  /**
   * The notices of the loaded page. Undefined if language or store have changed since. The bar then requests new
   * notices.
   */
  initialNotices: Notice[] | undefined
}

/** The shop's notices at the top of every page. A dismissed notice stays hidden in this browser for 90 days. */
export default function NoticeBar({ initialNotices }: NoticeBarProps) {
  const { t } = useShop()
  const nonce = useContext(NonceContext)
  const [notices, setNotices] = useState(initialNotices ?? [])
  const [dismissedIds, setDismissedIds] = useState<string[]>([])
  // React may render the bar again instead of hydrating it. A layout effect therefore hides dismissed notices before
  // the browser paints.
  useLayoutEffect(() => setDismissedIds(readDismissed()), [])
  useEffect(() => {
    if (initialNotices) return
    browserApi()
      .then((api) => api.content.sections({ type: 'notice' }))
      .then(({ sections }) => setNotices(sections.filter((block) => block.kind === 'notice')))
      .catch(() => {})
  }, [initialNotices])
  const dismiss = (id: string) => {
    // Reads the storage again, because another window may have dismissed other notices in the meantime.
    const all = [...new Set([...dismissedIds, ...readDismissed(), id])].slice(-maxStoredIds)
    setDismissedIds(all)
    writeClientState('notices', all.join(' '))
  }
  const shown = notices.filter(({ id, dismissible }) => !(dismissible && id && dismissedIds.includes(id)))
  if (shown.length === 0) return null
  return (
    <aside aria-label={t('content.notices')}>
      {shown.map((notice) => (
        <Line key={notice.id} notice={notice} dismiss={dismiss} />
      ))}
      <script
        nonce={nonce}
        suppressHydrationWarning
        // biome-ignore lint/security/noDangerouslySetInnerHtml: the script is our own code
        dangerouslySetInnerHTML={{ __html: earlyScript }}
      />
    </aside>
  )
}

const readDismissed = () => readClientState('notices')?.split(' ') ?? []

/**
 * Matches a text that ends with a Chinese sentence mark. The glyph of such a mark includes white space, so the link
 * follows without a space.
 */
const endsWide = /[。！？；]$/

function Line({ notice, dismiss }: { notice: Notice; dismiss: (id: string) => void }) {
  const { t, say, langOf } = useShop()
  const { id, title, text, tone, dismissible, show } = notice
  return (
    <div
      className="notice-bar"
      data-tone={tone}
      data-device={show?.device}
      data-notice={dismissible ? id : undefined}
      suppressHydrationWarning
    >
      <p className="notice-bar-words" lang={langOf(text)}>
        {say(title) && <strong>{say(title)} </strong>}
        {say(text)}
        {endsWide.test(say(text)) ? '' : ' '}
        <BlockLink block={notice} className="link" fallback={t('home.browse')} />
      </p>
      {dismissible && id && (
        <button
          type="button"
          className="icon-button needs-script"
          aria-label={t('content.dismiss')}
          onClick={() => dismiss(id)}
        >
          <Icon name="close" />
        </button>
      )}
    </div>
  )
}
