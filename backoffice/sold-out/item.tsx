import type { ReactNode } from 'react'
import type { SoldOutEnd } from '#contract/constants.ts'
import { toLocal } from '#contract/hours.ts'
import type { SellableItem, SoldOutList } from '#contract/office/sold-out.ts'
import { Picture } from '#ui/picture.tsx'
import { SecondName } from '../core/second-name.tsx'
import { useSoldOutTexts } from './texts.ts'

/**
 * Hidden fields with the kind, id and name of goods or of a modifier. `ends` is the rule by which its sold-out mark
 * ends. `until` is the instant at which an existing mark ends, or at which a just removed mark would have ended.
 */
export function ItemFields({
  kind,
  id,
  name,
  ends,
  until,
}: Pick<SellableItem, 'kind' | 'id' | 'name'> & { ends: SoldOutEnd; until?: string | null }) {
  return (
    <>
      <input type="hidden" name="kind" value={kind} />
      <input type="hidden" name="id" value={id} />
      <input type="hidden" name="ends" value={ends} />
      {until && <input type="hidden" name="until" value={until} />}
      {Object.entries(name).map(([locale, text]) => (
        <input key={locale} type="hidden" name={`name_${locale}`} value={text} />
      ))}
    </>
  )
}

type NameProps = Pick<SellableItem, 'name' | 'detail' | 'image'> & { children?: ReactNode }

/** The picture of goods or of a modifier, with the names in both languages. */
export function ItemName({ name, detail, image, children }: NameProps) {
  const { say } = useSoldOutTexts()
  return (
    <div className="with-picture">
      {image && <Picture image={image} sizes="64px" decorative />}
      <div>
        <strong>{say(name)}</strong>
        <SecondName name={name} />
        {say(detail) && <p className="soft">{say(detail)}</p>}
        {children}
      </div>
    </div>
  )
}

/**
 * Returns a function that formats an instant in the store's time zone. For an instant of today, the text has only the
 * time. For any other instant, it also has the day.
 */
export function useTimeOf({ timeZone }: Pick<SoldOutList, 'timeZone'>): (instant: string) => string {
  const { when } = useSoldOutTexts()
  return (instant) => {
    const { date, time } = toLocal(new Date(instant), timeZone)
    return date === toLocal(new Date(), timeZone).date ? time : when(instant, timeZone)
  }
}
