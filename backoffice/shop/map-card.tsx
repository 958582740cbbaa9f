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
  const [said, setSaid] = useState('')
  const [isLooking, setLooking] = useState(false)

  const inputs = () => [...(fields.current?.querySelectorAll('input') ?? [])]
  /** Updates the link to the map when the fields change. */
  const compare = () => {
    const [latitude = '', longitude = ''] = inputs().map(({ value }) => value)
    const typed = readPoint(latitude, longitude)
    setPoint(typed === 'wrong' ? null : typed)
  }
  const write = (next: MapPoint | null) => {
    const values = next ? [next.latitude, next.longitude] : ['', '']
    for (const [index, input] of inputs().entries()) {
      input.value = String(values[index] ?? '')
      // This event tells the form that the field has changed.
      input.dispatchEvent(new Event('input', { bubbles: true }))
    }
  }
  /** Fills in the location from a link. An incomplete link is not an error while it is being typed. */
  const take = (text: string, isComplete: boolean) => {
    const found = readMapLink(text)
    const isWrong = typeof found === 'string' && text.trim() !== '' && isComplete
    setProblem(isWrong ? t(`store.map_${found}`) : undefined)
    if (typeof found === 'string') return
    write(found)
    setSaid(t('store.map_read', { ...found }))
  }
  const locate = () => {
    if (isLooking) return
    const refuse = ({ code }: { code: number }) => {
      setLooking(false)
      setSaid(t(code === denied ? 'store.locate_refused' : 'store.locate_missing'))
    }
    if (!navigator.geolocation) return refuse({ code: 0 })
    setLooking(true)
    setSaid(t('store.locate_busy'))
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => {
        setLooking(false)
        const found = readMapLink(`${coords.latitude.toFixed(6)}, ${coords.longitude.toFixed(6)}`)
        if (typeof found === 'string') return refuse({ code: 0 })
        write(found)
        setSaid(t('store.located', { ...found, metres: Math.ceil(coords.accuracy) }))
      },
      refuse,
      { enableHighAccuracy: true, timeout: 15_000 },
    )
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
        onChange={({ target, nativeEvent }) =>
          take(target.value, nativeEvent instanceof InputEvent && nativeEvent.inputType === 'insertFromPaste')
        }
        onBlur={({ target }) => take(target.value, true)}
      />
      {/* Does not use a numeric keypad, because the iPhone's numeric keypad has no minus sign. */}
      <div className="pair" ref={fields} onInput={compare}>
        <Field {...number} name="latitude" label={t('store.latitude')} defaultValue={stored?.latitude ?? ''} />
        <Field {...number} name="longitude" label={t('store.longitude')} defaultValue={stored?.longitude ?? ''} />
      </div>
      <p className="soft" role="status">
        {said}
      </p>
      <div className="row">
        <button type="button" className="button button-quiet" aria-disabled={isLooking || undefined} onClick={locate}>
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
                write(null)
                setSaid('')
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

/** `GeolocationPositionError.PERMISSION_DENIED` */
const denied = 1
