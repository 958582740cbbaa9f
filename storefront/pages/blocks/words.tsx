import { useShop } from '#storefront/shop.ts'
import type { BlockProps } from './block-data.ts'

/** What running text is made of: headings, paragraphs, lists. */

export function Heading({ block: { text } }: BlockProps<'heading'>) {
  const { say, langOf } = useShop()
  return (
    <h2 className="wrap words" lang={langOf(text)}>
      {say(text)}
    </h2>
  )
}

export function Paragraph({ block: { text } }: BlockProps<'paragraph'>) {
  const { say, langOf } = useShop()
  return (
    <p className="wrap words" lang={langOf(text)}>
      {say(text)}
    </p>
  )
}

export function List({ block: { items } }: BlockProps<'list'>) {
  const { say, langOf } = useShop()
  return (
    <ul className="wrap words content-list">
      {items.map((item) => (
        <li key={item.en + item.zh} lang={langOf(item)}>
          {say(item)}
        </li>
      ))}
    </ul>
  )
}
