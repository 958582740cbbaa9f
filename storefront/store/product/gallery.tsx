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
  const visibleIndex = useVisibleIndex(strip, images.length)
  const position = images.findIndex(({ src }) => src === shown?.src)
  const lastPosition = useRef(0)
  // Scrolls only if the picture changed, so that shoppers who swiped before hydration keep their position.
  useLayoutEffect(() => {
    if (position >= 0 && position !== lastPosition.current) scrollToPicture(strip.current, position)
    lastPosition.current = Math.max(0, position)
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
          {visibleIndex + 1} / {images.length}
        </p>
      )}
      {images.length > 1 && (
        <ul className="gallery-thumbnails">
          {images.map((image, index) => (
            <li key={image.src}>
              <a
                href={`#picture-${index + 1}`}
                aria-current={index === visibleIndex || undefined}
                aria-label={t('store.show_picture', { number: index + 1 })}
                onClick={(event) => {
                  event.preventDefault()
                  scrollToPicture(strip.current, index)
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
function useVisibleIndex(strip: RefObject<HTMLElement | null>, count: number): number {
  const [visibleIndex, setVisibleIndex] = useState(0)
  useEffect(() => {
    const element = strip.current
    if (!element || count < 2) return
    const update = () => setVisibleIndex(Math.round(element.scrollLeft / Math.max(1, element.clientWidth)))
    element.addEventListener('scroll', update, { passive: true })
    return () => element.removeEventListener('scroll', update)
  }, [strip, count])
  return Math.min(visibleIndex, count - 1)
}

function scrollToPicture(strip: HTMLElement | null, index: number) {
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
  const visibleIndex = useVisibleIndex(strip, images.length)
  const step = (delta: number) => {
    strip.current?.scrollTo({ left: (visibleIndex + delta) * strip.current.clientWidth, behavior: 'smooth' })
  }
  const stepByKey = (event: KeyboardEvent) => {
    const delta = { ArrowLeft: -1, ArrowRight: 1 }[event.key]
    if (delta === undefined || isPictureMagnified(strip.current, visibleIndex)) return
    event.preventDefault()
    step(delta)
  }
  return (
    <dialog id={zoomId} className="zoom" aria-label={t('store.pictures')} onKeyDown={stepByKey}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users must reach a scrollable region */}
      <ul ref={strip} className="zoom-strip" tabIndex={0}>
        {images.map((image) => (
          <li key={image.src}>
            <button type="button" className="zoom-look" aria-label={t('store.look_closer')} onClick={toggleMagnified}>
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
            {visibleIndex + 1} / {images.length}
          </p>
          <button
            type="button"
            className="icon-button zoom-before"
            aria-label={t('store.picture_before')}
            aria-disabled={visibleIndex === 0 || undefined}
            onClick={() => step(-1)}
          >
            <Icon name="chevron-left" />
          </button>
          <button
            type="button"
            className="icon-button zoom-after"
            aria-label={t('store.picture_after')}
            aria-disabled={visibleIndex === images.length - 1 || undefined}
            onClick={() => step(1)}
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
function toggleMagnified({ currentTarget, clientX, clientY }: MouseEvent<HTMLButtonElement>) {
  const isMagnified = currentTarget.toggleAttribute('data-close')
  currentTarget.setAttribute('aria-pressed', String(isMagnified))
  const frame = currentTarget.parentElement
  const isKeyboardClick = clientX === 0 && clientY === 0
  if (isMagnified && frame) frame.scrollTo(isKeyboardClick ? centreOf(frame) : { left: clientX, top: clientY })
}

const centreOf = ({ clientWidth, clientHeight }: Element) => ({ left: clientWidth / 2, top: clientHeight / 2 })

const isPictureMagnified = (strip: Element | null, index: number) =>
  strip?.children[index]?.querySelector('[data-close]') != null
