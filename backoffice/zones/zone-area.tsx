import type { ErrorItem } from '#contract/errors.ts'
import { readMapLink } from '#contract/map-point.ts'
import type { zonePageMessages } from '#contract/messages/office-zones.ts'
import type { ZoneState } from '#contract/office/owner.ts'
import { Field } from '#ui/field.tsx'
import { Select } from '#ui/select.tsx'
import { TextArea } from '#ui/text-area.tsx'
import { textOf } from '../core/attempt.ts'
import { Card } from '../frame/page.tsx'
import { readPrefixes } from './postal-area.ts'
import { useZoneTexts } from './texts.ts'
import './zones.css'

type Area = ZoneState['area']

/** An error that the form for a zone's area shows: the field, the message and the invalid text. */
export interface AreaError {
  field: 'prefixes' | 'km' | 'corners'
  message: keyof typeof zonePageMessages
  text: string
}

/** Parses the area of the chosen kind. Ignores the fields of other kinds. */
export function readArea(form: FormData): { area: Area } | { wrong: AreaError } {
  const kind = textOf(form, 'kind')
  if (kind === 'radius') {
    const text = textOf(form, 'km').trim().replace(',', '.')
    const km = Number(text)
    return km > 0 && km <= 500 ? { area: { kind, km } } : { wrong: { field: 'km', message: 'zone.km_wrong', text } }
  }
  if (kind === 'polygon') return readCorners(textOf(form, 'corners'))
  const prefixes = readPrefixes(textOf(form, 'prefixes'))
  if (prefixes.length === 0) return { wrong: { field: 'prefixes', message: 'zone.prefixes_missing', text: '' } }
  return { area: { kind: 'postal', prefixes } }
}

function readCorners(text: string): { area: Area } | { wrong: AreaError } {
  const corners: [number, number][] = []
  for (const line of text.split('\n').filter((line) => line.trim() !== '')) {
    const point = readMapLink(line)
    if (typeof point === 'string') return { wrong: { field: 'corners', message: 'zone.corners_wrong', text: line } }
    corners.push([point.latitude, point.longitude])
  }
  if (corners.length < 3) return { wrong: { field: 'corners', message: 'zone.corners_few', text: '' } }
  return { area: { kind: 'polygon', corners } }
}

interface AreaFieldsProps {
  area: Area
  /** Whether the shop knows the positions of postal codes in the store's country. */
  hasPositions: boolean
  /** Whether the store has coordinates. */
  hasPlace: boolean
  errors: ErrorItem[] | undefined
}

/** The fields for a zone's area. Offers only kinds that can match a shopper's address, and the zone's current kind. */
export function AreaFields({ area, hasPositions, hasPlace, errors }: AreaFieldsProps) {
  const { t } = useZoneTexts()
  const kinds = (['postal', 'radius', 'polygon'] as const).filter(
    (kind) => kind === 'postal' || kind === area.kind || (hasPositions && (kind === 'polygon' || hasPlace)),
  )
  return (
    <Card title={t('zone.area')}>
      <div className="zone-area stack">
        <Select
          name="kind"
          label={t('zone.kind')}
          defaultValue={area.kind}
          options={kinds.map((kind) => ({ value: kind, label: t(`zone.kind_${kind}`) }))}
        />
        {!hasPositions && <p className="soft">{t('zone.no_positions')}</p>}
        {hasPositions && !hasPlace && <p className="soft">{t('zone.no_place')}</p>}
        <div className="zone-postal">
          <TextArea
            name="prefixes"
            label={t('zone.prefixes')}
            hint={t('zone.prefixes_hint')}
            defaultValue={area.kind === 'postal' ? area.prefixes.join(', ') : ''}
            maxLength={8000}
            errors={errors}
          />
        </div>
        <div className="zone-radius">
          <Field
            name="km"
            label={t('zone.km')}
            hint={t('zone.km_hint')}
            inputMode="decimal"
            maxLength={6}
            required={false}
            defaultValue={area.kind === 'radius' ? area.km : ''}
            errors={errors}
          />
        </div>
        <div className="zone-polygon">
          <TextArea
            name="corners"
            label={t('zone.corners')}
            hint={t('zone.corners_hint')}
            defaultValue={area.kind === 'polygon' ? area.corners.map((corner) => corner.join(', ')).join('\n') : ''}
            maxLength={8000}
            errors={errors}
          />
        </div>
      </div>
    </Card>
  )
}
