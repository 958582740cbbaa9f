import { textInAllLanguages } from '#contract/languages.ts'
import type { Text } from '#contract/shapes.ts'
import { useShop } from '#storefront/core/shop.ts'
import type { BlockProps } from './block-props.ts'

/** The blocks for running text: headings, paragraphs, lists, steps and quotes. */

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
  return (
    <ul className="wrap words content-list">
      <Items items={items} />
    </ul>
  )
}

export function Steps({ block: { items } }: BlockProps<'steps'>) {
  return (
    <ol className="wrap words block-steps">
      <Items items={items} />
    </ol>
  )
}

function Items({ items }: { items: Text[] }) {
  const { say, langOf } = useShop()
  return items.map((item) => (
    <li key={textInAllLanguages(item)} lang={langOf(item)}>
      {say(item)}
    </li>
  ))
}

export function Quote({ block: { text, by } }: BlockProps<'quote'>) {
  const { say, langOf } = useShop()
  return (
    <div className="wrap words">
      <blockquote className="block-quote" lang={langOf(text)}>
        <p>{say(text)}</p>
        {say(by) && <footer lang={langOf(by)}>{say(by)}</footer>}
      </blockquote>
    </div>
  )
}
