import type { ReactNode } from 'react'
import type { Text } from '#contract/shapes.ts'
import { useShop } from '#storefront/core/shop.ts'

interface BlockFrameProps {
  /** The block's title, also its label for screen readers. */
  title: Text
  /** The label for screen readers if the owner wrote no title. */
  fallback: string
  text?: Text
  className?: string
  children: ReactNode
}

/** A block with a title, and a line of text below it. */
export function BlockFrame({ title, fallback, text, className = '', children }: BlockFrameProps) {
  const { say, langOf } = useShop()
  return (
    <section className={`wrap block ${className}`} aria-label={say(title) || fallback}>
      {say(title) && <h2 lang={langOf(title)}>{say(title)}</h2>}
      {text && say(text) && (
        <p className="home-section-text" lang={langOf(text)}>
          {say(text)}
        </p>
      )}
      {children}
    </section>
  )
}
