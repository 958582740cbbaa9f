import type { KeyboardEvent, MouseEvent, RefObject } from 'react'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { Image } from '#contract/shapes.ts'
import { useShop } from '#storefront/core/shop.ts'
import { closeDialog, openDialog } from '#ui/dialog.tsx'
import { Icon } from '#ui/icon.tsx'
import { Picture } from '#ui/picture.tsx'

interface GalleryProps {
  images: Image[]
  /** The picture to scroll to, for example that of the chosen variant. */
  shown?: Image | null
}

const sizes = '(min-width: 80rem) 41rem, (min-width: 48rem) 50vw, 100vw'

/** Pictures to swipe through, with thumbnails. Each picture can be opened in full size. */
export function Gallery({ images, shown }: GalleryProps) {
  const { t, say } = useShop()
  const strip = useRef<HTMLUListElement>(null)
  const inView = useInView(strip, images.length)
  const position = images.findIndex(({ src }) => src === shown?.src)
  const shownAt = useRef(0)
  // Scrolls only if the picture changed, so that shoppers who swiped before hydration keep their position.
  useLayoutEffect(() => {
    if (position >= 0 && position !== shownAt.current) show(strip.current, position)
    shownAt.current = Math.max(0, position)
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
              aria-label={t('store.enlarge', { number: index + 1, count: images.length, what: say(image.alt) })}
              onClick={() => openZoom(index)}
            >
              <Picture image={image} sizes={sizes} eager={index === 0} className={index === 0 ? 'travels' : ''} />
            </button>
          </li>
        ))}
      </ul>
      {images.length > 1 && (
        <p className="gallery-place" aria-hidden="true">
          {inView + 1} / {images.length}
        </p>
      )}
      {images.length > 1 && (
        <ul className="gallery-thumbnails">
          {images.map((image, index) => (
            <li key={image.src}>
              <a
                href={`#picture-${index + 1}`}
                aria-current={index === inView || undefined}
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

/** The index of the visible picture. */
function useInView(strip: RefObject<HTMLElement | null>, count: number): number {
  const [inView, setInView] = useState(0)
  useEffect(() => {
    const element = strip.current
    if (!element || count < 2) return
    const look = () => setInView(Math.round(element.scrollLeft / Math.max(1, element.clientWidth)))
    element.addEventListener('scroll', look, { passive: true })
    return () => element.removeEventListener('scroll', look)
  }, [strip, count])
  return Math.min(inView, count - 1)
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

/**
 * The pictures at the size of the window. Arrow keys and buttons change the picture, a tap magnifies it, and Escape
 * closes the view.
 */
function Zoom({ images }: { images: Image[] }) {
  const { t } = useShop()
  const strip = useRef<HTMLUListElement>(null)
  const inView = useInView(strip, images.length)
  const turn = (by: number) => {
    strip.current?.scrollTo({ left: (inView + by) * strip.current.clientWidth, behavior: 'smooth' })
  }
  const turnByKey = (event: KeyboardEvent) => {
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key]
    if (by === undefined || isLookingCloser(strip.current, inView)) return
    event.preventDefault()
    turn(by)
  }
  return (
    <dialog id={zoomId} className="zoom" aria-label={t('store.pictures')} onKeyDown={turnByKey}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users must reach a scrollable region */}
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
          <p className="zoom-place" aria-hidden="true">
            {inView + 1} / {images.length}
          </p>
          <button
            type="button"
            className="icon-button zoom-before"
            aria-label={t('store.picture_before')}
            aria-disabled={inView === 0 || undefined}
            onClick={() => turn(-1)}
          >
            <Icon name="chevron-left" />
          </button>
          <button
            type="button"
            className="icon-button zoom-after"
            aria-label={t('store.picture_after')}
            aria-disabled={inView === images.length - 1 || undefined}
            onClick={() => turn(1)}
          >
            <Icon name="chevron-right" />
          </button>
        </>
      )}
    </dialog>
  )
}

/**
 * Magnifies a picture to twice its size around the tapped point, or shows the whole picture again. While the picture is
 * magnified, the arrow keys pan.
 */
function lookCloser({ currentTarget, clientX, clientY }: MouseEvent<HTMLButtonElement>) {
  const isClose = currentTarget.toggleAttribute('data-close')
  currentTarget.setAttribute('aria-pressed', String(isClose))
  const frame = currentTarget.parentElement
  const isByKey = clientX === 0 && clientY === 0
  if (isClose && frame) frame.scrollTo(isByKey ? centreOf(frame) : { left: clientX, top: clientY })
}

const centreOf = ({ clientWidth, clientHeight }: Element) => ({ left: clientWidth / 2, top: clientHeight / 2 })

const isLookingCloser = (strip: Element | null, index: number) =>
  strip?.children[index]?.querySelector('[data-close]') != null
