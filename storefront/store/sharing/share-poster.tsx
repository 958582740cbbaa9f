import { useState } from 'react'
import { pictureAddress } from '#contract/format.ts'
import { otherLocaleOf } from '#contract/languages.ts'
import { useShop } from '#storefront/core/shop.ts'
import { Icon } from '#ui/icon.tsx'
import { drawPoster } from './poster.ts'
import type { ShareData } from './share-data.ts'

type PosterState = 'none' | 'making' | 'failed' | { src: string }
export interface Poster {
  state: PosterState
  /** The name of the poster's file. */
  file: string
  make: () => Promise<void>
}

/** The poster of a page. It is drawn when `make` is called. */
export function usePoster(shared: ShareData, url: string): Poster {
  const { t, say, app, locale } = useShop()
  const [state, setState] = useState<PosterState>('none')
  async function make() {
    setState('making')
    const { image } = shared
    const src = await drawPoster({
      picture: image && pictureAddress(app.appDetail.cdnpath, image),
      names: [say(shared.name), shared.name[otherLocaleOf(locale)]],
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
export function PosterButton({ poster: { state, file, make }, className }: { poster: Poster; className: string }) {
  const { t } = useShop()
  if (typeof state === 'object') {
    return (
      <a className={className} href={state.src} download={file}>
        <Icon name="download" />
        {t('store.poster_save')}
      </a>
    )
  }
  return (
    <button type="button" className={className} aria-disabled={state === 'making' || undefined} onClick={make}>
      {t('store.share_poster')}
    </button>
  )
}

const scrollToPoster = (poster: HTMLElement | null) => poster?.scrollIntoView({ block: 'end' })

/** The drawn poster, or a text about its state. */
export function PosterPicture({ poster: { state }, name }: { poster: Poster; name: string }) {
  const { t } = useShop()
  if (typeof state === 'object') {
    return (
      <figure className="poster" ref={scrollToPoster}>
        <img src={state.src} width={750} height={1240} alt={t('store.poster', { name })} />
      </figure>
    )
  }
  return (
    <p role="status" className="field-hint">
      {state === 'making' && t('store.poster_making')}
      {state === 'failed' && t('store.poster_failed')}
    </p>
  )
}
