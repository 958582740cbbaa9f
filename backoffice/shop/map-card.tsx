import { useRef, useState } from 'react'
import type { ErrorItem } from '#contract/errors.ts'
import type { MapPoint } from '#contract/map-point.ts'
import { mapAddress, readMapLink } from '#contract/map-point.ts'
import { Field } from '#ui/field.tsx'
import { Card } from '../frame/page.tsx'
import { useShopTexts } from './texts.ts'

/** Parses the two fields of a location. Null if both are empty, `wrong` if they are not valid coordinates. */
export function readPoint(latitude: string, longitude: string): MapPoint | null | 'wrong' {
  if (!latitude.trim() && !longitude.trim()) return null
  const point = readMapLink(`${latitude.trim()}, ${longitude.trim()}`)
  return typeof point === 'string' ? 'wrong' : point
}

/**
 * The location of a store as coordinates. Staff type them, or fill them in from a pasted map link or the device's
 * location.
 */
export function MapCard({ point: stored, errors }: { point: MapPoint | null; errors: ErrorItem[] | undefined }) {
  const { t } = useShopTexts()
  const fields = useRef<HTMLDivElement>(null)
  const [point, setPoint] = useState(stored)
  const [problem, setProblem] = useState<string>()
  const [status, setStatus] = useState('')
  const [isLocating, setLocating] = useState(false)

  const inputs = () => [...(fields.current?.querySelectorAll('input') ?? [])]
  /** Updates the link to the map when the fields change. */
  const readFields = () => {
    const [latitude = '', longitude = ''] = inputs().map(({ value }) => value)
    const typedPoint = readPoint(latitude, longitude)
    setPoint(typedPoint === 'wrong' ? null : typedPoint)
  }
  const writePoint = (next: MapPoint | null) => {
    const values = next ? [next.latitude, next.longitude] : ['', '']
    for (const [index, input] of inputs().entries()) {
      input.value = String(values[index] ?? '')
      // This event tells the form that the field has changed.
      input.dispatchEvent(new Event('input', { bubbles: true }))
    }
  }
  /** Fills in the location from a link. An incomplete link is not an error while it is being typed. */
  const readLink = (text: string, { isComplete }: { isComplete: boolean }) => {
    const linkPoint = readMapLink(text)
    const isWrong = typeof linkPoint === 'string' && text.trim() !== '' && isComplete
    setProblem(isWrong ? t(`store.map_${linkPoint}`) : undefined)
    if (typeof linkPoint === 'string') return
    writePoint(linkPoint)
    setStatus(t('store.map_read', { ...linkPoint }))
  }
  const locate = async () => {
    if (isLocating) return
    if (!navigator.geolocation) return setStatus(t('store.locate_missing'))
    setLocating(true)
    setStatus(t('store.locate_busy'))
    const located = await locateDevice()
    setLocating(false)
    if (located === 'refused') return setStatus(t('store.locate_refused'))
    if (located === 'missing') return setStatus(t('store.locate_missing'))
    writePoint(located.point)
    setStatus(t('store.located', { ...located.point, metres: located.metres }))
  }

  const number = { isOptional: true, maxLength: 20, autoComplete: 'off', errors } as const
  return (
    <Card title={t('store.map')}>
      <p className="soft">{t('store.map_hint')}</p>
      {/* The field has no name, because the link is not part of the record. */}
      <Field
        name=""
        label={t('store.map_link')}
        hint={t('store.map_link_hint')}
        maxLength={2000}
        autoComplete="off"
        spellCheck={false}
        required={false}
        error={problem}
        isErrorAlert
        onChange={({ target, nativeEvent }) => readLink(target.value, { isComplete: isPaste(nativeEvent) })}
        onBlur={({ target }) => readLink(target.value, { isComplete: true })}
      />
      {/* Does not use a numeric keypad, because the iPhone's numeric keypad has no minus sign. */}
      <div className="pair" ref={fields} onInput={readFields}>
        <Field {...number} name="latitude" label={t('store.latitude')} defaultValue={stored?.latitude ?? ''} />
        <Field {...number} name="longitude" label={t('store.longitude')} defaultValue={stored?.longitude ?? ''} />
      </div>
      <p className="soft" role="status">
        {status}
      </p>
      <div className="row">
        <button type="button" className="button button-quiet" aria-disabled={isLocating || undefined} onClick={locate}>
          {t('store.locate')}
        </button>
        {point && (
          <>
            <a className="button button-quiet" href={mapAddress(point)} target="_blank" rel="noopener noreferrer">
              {t('store.map_open')}
            </a>
            <button
              type="button"
              className="button button-quiet"
              onClick={() => {
                writePoint(null)
                setStatus('')
              }}
            >
              {t('store.map_clear')}
            </button>
          </>
        )}
      </div>
    </Card>
  )
}

/**
 * Returns the device's location and its accuracy in metres. Returns `refused` if the staff member does not share the
 * location, and `missing` if the device cannot determine it.
 */
const locateDevice = () =>
  new Promise<{ point: MapPoint; metres: number } | 'refused' | 'missing'>((resolve) => {
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => {
        const point = readMapLink(`${coords.latitude.toFixed(6)}, ${coords.longitude.toFixed(6)}`)
        resolve(typeof point === 'string' ? 'missing' : { point, metres: Math.ceil(coords.accuracy) })
      },
      ({ code }) => resolve(code === permissionDenied ? 'refused' : 'missing'),
      { enableHighAccuracy: true, timeout: 15_000 },
    )
  })

const isPaste = (event: Event) => event instanceof InputEvent && event.inputType === 'insertFromPaste'

/** `GeolocationPositionError.PERMISSION_DENIED` */
const permissionDenied = 1
