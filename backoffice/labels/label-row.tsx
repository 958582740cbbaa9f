import { Link } from 'react-router'
import { beside, toLang } from '#contract/languages.ts'
import type { Image, Text } from '#contract/shapes.ts'
import { Picture } from '#ui/picture.tsx'
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
  const { t, say, locale } = useLabelTexts()
  const other = beside(locale)
  const uses =
    products === 0 ? t('labels.unused') : products === 1 ? t('labels.used_one') : t('labels.used', { count: products })
  return (
    <li className="row-item">
      <div className="with-picture">
        {image && <Picture image={image} sizes="64px" decorative />}
        <div>
          <strong>{say(name)}</strong>
          {name[other] && name[other] !== say(name) && (
            <span className="soft" lang={toLang(other)}>
              {' '}
              {name[other]}
            </span>
          )}
          <p className="soft">{[uses, ...facts].join(' · ')}</p>
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
