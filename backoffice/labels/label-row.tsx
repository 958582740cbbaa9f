import { Link } from 'react-router'
import type { Image, Text } from '#contract/shapes.ts'
import { Picture } from '#ui/picture.tsx'
import { SecondName } from '../core/second-name.tsx'
import { useLabelTexts } from './texts.ts'

interface LabelRowProps {
  name: Text
  /** The path of the page where staff change the brand or tag. Missing for staff members who may not change it. */
  to: string | undefined
  products: number
  image?: Image | null
  facts?: string[]
}

/** A brand or a tag in a list: its names in both languages, and how many products have it. */
export function LabelRow({ name, to, products, image, facts = [] }: LabelRowProps) {
  const { t, say } = useLabelTexts()
  const describeUsage = () => {
    if (products === 0) return t('labels.unused')
    return products === 1 ? t('labels.used_one') : t('labels.used', { count: products })
  }
  return (
    <li className="row-item">
      <div className="with-picture">
        {image && <Picture image={image} sizes="64px" decorative />}
        <div>
          <strong>{say(name)}</strong>
          <SecondName name={name} />
          <p className="soft">{[describeUsage(), ...facts].join(' · ')}</p>
        </div>
      </div>
      {to && (
        <Link className="button button-quiet" to={to} aria-label={`${t('office.change')}: ${say(name)}`}>
          {t('office.change')}
        </Link>
      )}
    </li>
  )
}
