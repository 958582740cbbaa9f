import type { MouseEvent } from 'react'
import { useEffect, useRef } from 'react'
import type { Image } from '#contract/shapes.ts'
import { useShop } from '#storefront/shop.ts'
import { closeDialog, openDialog } from '#storefront/ui/dialog.tsx'
import { Icon } from '#storefront/ui/icon.tsx'
import { Picture } from '#storefront/ui/picture.tsx'

interface GalleryProps {
  images: Image[]
  /** The picture to show, such as that of the chosen variant. */
  shown?: Image | null
}

const sizes = '(min-width: 80rem) 41rem, (min-width: 48rem) 50vw, 100vw'

/** Pictures to swipe through, with thumbnails, each of which opens large. */
export function Gallery({ images, shown }: GalleryProps) {
  const { t } = useShop()
  const strip = useRef<HTMLUListElement>(null)
  const position = images.findIndex(({ src }) => src === shown?.src)
  useEffect(() => {
    if (position >= 0) show(strip.current, position)
  }, [position])
  if (images.length === 0)
    return (
      <div className="gallery">
        <Picture image={null} sizes={sizes} className="gallery-none" />
      </div>
    )
  return (
    <div className="gallery">
      <ul ref={strip} className="gallery-strip" aria-label={t('store.pictures')}>
        {images.map((image, index) => (
          <li key={image.src} id={`picture-${index + 1}`}>
            <button
              type="button"
              aria-haspopup="dialog"
              aria-label={t('store.enlarge', { number: index + 1, count: images.length })}
              onClick={() => openZoom(index)}
            >
              <Picture image={image} sizes={sizes} eager={index === 0} className={index === 0 ? 'travels' : ''} />
            </button>
          </li>
        ))}
      </ul>
      {images.length > 1 && (
        <ul className="gallery-thumbnails">
          {images.map((image, index) => (
            <li key={image.src}>
              <a
                href={`#picture-${index + 1}`}
                aria-label={t('store.show_picture', { number: index + 1 })}
                onClick={(event) => {
                  event.preventDefault()
                  show(strip.current, index)
                }}
              >
                <Picture image={image} sizes="4.5rem" decorative />
              </a>
            </li>
          ))}
        </ul>
      )}
      <Zoom images={images} />
    </div>
  )
}

function show(strip: HTMLElement | null, index: number) {
  strip?.scrollTo({ left: index * strip.clientWidth, behavior: 'smooth' })
}

const zoomId = 'zoom'

function openZoom(index: number) {
  openDialog(zoomId)
  const strip = document.getElementById(zoomId)?.querySelector('ul')
  strip?.scrollTo({ left: index * strip.clientWidth })
  strip?.focus()
}

/** The pictures as large as the window. Arrow keys and buttons turn, a tap looks closer, Escape closes. */
function Zoom({ images }: { images: Image[] }) {
  const { t } = useShop()
  const strip = useRef<HTMLUListElement>(null)
  const turn = (by: number) => strip.current?.scrollBy({ left: by * strip.current.clientWidth, behavior: 'smooth' })
  return (
    <dialog id={zoomId} className="zoom" aria-label={t('store.pictures')}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
      <ul ref={strip} className="zoom-strip" tabIndex={0}>
        {images.map((image) => (
          <li key={image.src}>
            <button type="button" className="zoom-look" aria-label={t('store.look_closer')} onClick={lookCloser}>
              <Picture image={image} sizes="100vw" />
            </button>
          </li>
        ))}
      </ul>
      <button
        type="button"
        className="icon-button zoom-close"
        aria-label={t('store.close')}
        onClick={() => closeDialog(zoomId)}
      >
        <Icon name="close" />
      </button>
      {images.length > 1 && (
        <>
          <button
            type="button"
            className="icon-button zoom-before"
            aria-label={t('store.picture_before')}
            onClick={() => turn(-1)}
          >
            <Icon name="chevron-left" />
          </button>
          <button
            type="button"
            className="icon-button zoom-after"
            aria-label={t('store.picture_after')}
            onClick={() => turn(1)}
          >
            <Icon name="chevron-right" />
          </button>
        </>
      )}
    </dialog>
  )
}

function lookCloser({ currentTarget }: MouseEvent<HTMLButtonElement>) {
  currentTarget.toggleAttribute('data-close')
}
