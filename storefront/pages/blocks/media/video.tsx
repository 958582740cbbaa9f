import { useEffect, useRef, useState } from 'react'
import { isForeign, pictureAddress } from '#contract/format.ts'
import { videoHosts } from '#contract/video-hosts.ts'
import { useShop } from '#storefront/core/shop.ts'
import { BlockFrame } from '#storefront/pages/blocks/block-frame.tsx'
import type { BlockProps } from '#storefront/pages/blocks/block-props.ts'
import { Icon } from '#ui/icon.tsx'
import { Picture } from '#ui/picture.tsx'

/**
 * A video that starts from a preview picture. A video of one of `videoHosts` loads only after the visitor has seen the
 * host's name and agreed. Without JavaScript, such a video is a link to the host's page.
 */
export default function Video({ block }: BlockProps<'video'>) {
  const { t } = useShop()
  const { title, text, host, video, image } = block
  return (
    <BlockFrame title={title} text={text} fallback={t('content.video')}>
      <div className="video">
        {host === 'file' ? <OwnVideo block={block} /> : <Facade host={videoHosts[host]} video={video} block={block} />}
        {host !== 'file' && !image && <span className="video-none" />}
      </div>
    </BlockFrame>
  )
}

function OwnVideo({ block: { video, image, title } }: Pick<BlockProps<'video'>, 'block'>) {
  const { app, say } = useShop()
  const base = app.appDetail.cdnpath.replace(/\/$/, '')
  const poster = image && pictureAddress(base, image)
  return (
    // biome-ignore lint/a11y/useMediaCaption: the owner's file contains any captions
    <video
      src={isForeign(video) ? video : `${base}/${video.replace(/^\//, '')}`}
      poster={poster ?? undefined}
      controls
      preload="none"
      playsInline
      aria-label={say(title)}
    />
  )
}

interface FacadeProps {
  host: (typeof videoHosts)[keyof typeof videoHosts]
  video: string
  block: BlockProps<'video'>['block']
}

function Facade({ host, video, block: { title, image } }: FacadeProps) {
  const { t, say } = useShop()
  const [state, setState] = useState<'closed' | 'asked' | 'playing'>('closed')
  const agreeButton = useRef<HTMLButtonElement>(null)
  const name = say(title) || t('content.video')
  useEffect(() => {
    if (state === 'asked') agreeButton.current?.focus()
  }, [state])
  if (state === 'playing')
    return (
      <iframe
        src={host.player.replace('{id}', encodeURIComponent(video))}
        title={name}
        allow="autoplay; fullscreen; picture-in-picture"
      />
    )
  const hostUrl = host.page.replace('{id}', encodeURIComponent(video))
  return (
    <>
      <Picture image={image} sizes="(min-width: 48rem) 44rem, 92vw" decorative />
      {state === 'closed' ? (
        <a
          className="video-play"
          href={hostUrl}
          target="_blank"
          rel="noopener noreferrer"
          aria-label={t('content.play', { title: name })}
          onClick={(event) => {
            event.preventDefault()
            setState('asked')
          }}
        >
          <Icon name="play" />
        </a>
      ) : (
        <div className="video-ask">
          <p>{t('content.video_ask', { host: host.name })}</p>
          <p>
            <button type="button" className="button" ref={agreeButton} onClick={() => setState('playing')}>
              {t('content.video_agree')}
            </button>
            <a className="link" href={hostUrl} target="_blank" rel="noopener noreferrer">
              {t('content.video_there', { host: host.name })}
            </a>
            <button type="button" className="link" onClick={() => setState('closed')}>
              {t('content.video_cancel')}
            </button>
          </p>
        </div>
      )}
    </>
  )
}
