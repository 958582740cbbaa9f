import { useContext, useEffect, useLayoutEffect, useState } from 'react'
import type { BlockOf } from '#contract/blocks.ts'
import { browserApi } from '#storefront/data.ts'
import { hold, readHeld, secondsHeld } from '#storefront/held.ts'
import { NonceContext } from '#storefront/nonce.ts'
import { BlockLink } from '#storefront/pages/blocks/block-link.tsx'
import { useShop } from '#storefront/shop.ts'
import { Icon } from '#storefront/ui/icon.tsx'

type Notice = BlockOf<'notice'>

const mostHeld = 20

/**
 * Hides dismissed notices before the first paint, because the page is the same for everybody. It also dismisses a notice
 * that is closed before React has taken the bar over. Its source is sent to the page, so it may use nothing but its
 * arguments.
 */
function dismissEarly(seconds: number, most: number) {
  try {
    const bar = document.currentScript?.parentElement
    const gone = (localStorage.getItem('notices') ?? '').split(' ').slice(1)
    for (const notice of bar?.querySelectorAll<HTMLElement>('[data-notice]') ?? [])
      notice.hidden = gone.includes(notice.dataset.notice ?? '')
    bar?.addEventListener('click', ({ target }) => {
      const notice = (target as Element).closest('button')?.closest<HTMLElement>('[data-notice]')
      const id = notice?.dataset.notice
      if (!id || gone.includes(id)) return
      notice.hidden = true
      gone.push(id)
      const expires = Math.floor(Date.now() / 1000) + seconds
      localStorage.setItem('notices', [expires, ...gone.slice(-most)].join(' '))
    })
  } catch {
    // Storage is full or forbidden: it is only a memory.
  }
}

const earlyScript = `(${dismissEarly})(${secondsHeld('notices')},${mostHeld})`

interface NoticeBarProps {
  /** As the page came with them; undefined where language or store changed since, then they are asked for. */
  first: Notice[] | undefined
}

/** The shop's notices above every page. Those that may be put away stay away in this browser. */
export default function NoticeBar({ first }: NoticeBarProps) {
  const { t } = useShop()
  const nonce = useContext(NonceContext)
  const [notices, setNotices] = useState(first ?? [])
  const [gone, setGone] = useState<string[]>([])
  // Before it is painted, where React makes it anew instead of taking it up.
  useLayoutEffect(() => setGone(readHeld('notices')?.split(' ') ?? []), [])
  useEffect(() => {
    if (first) return
    browserApi()
      .then((api) => api.content.sections({ type: 'notice' }))
      .then(({ sections }) => setNotices(sections.filter((block) => block.kind === 'notice')))
      .catch(() => {})
  }, [first])
  const dismiss = (id: string) => {
    const all = [...new Set([...gone, id])].slice(-mostHeld)
    setGone(all)
    hold('notices', all.join(' '))
  }
  const shown = notices.filter(({ id, dismissible }) => !(dismissible && id && gone.includes(id)))
  if (shown.length === 0) return null
  return (
    <aside aria-label={t('content.notices')}>
      {shown.map((notice) => (
        <Line key={notice.id} notice={notice} dismiss={dismiss} />
      ))}
      <script
        nonce={nonce}
        suppressHydrationWarning
        // biome-ignore lint/security/noDangerouslySetInnerHtml: these are our own words
        dangerouslySetInnerHTML={{ __html: earlyScript }}
      />
    </aside>
  )
}

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
        {say(text)} <BlockLink block={notice} className="link" fallback={t('home.browse')} />
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
