import { textInAllLanguages } from '#contract/languages.ts'
import { useShop } from '#storefront/core/shop.ts'
import { BlockFrame } from './block-frame.tsx'
import type { BlockProps } from './block-props.ts'

/** Questions with folded answers. The browser's search within the page unfolds a matching answer. */
export default function Faq({ block: { title, items } }: BlockProps<'faq'>) {
  const { t, say, langOf } = useShop()
  return (
    <BlockFrame title={title} fallback={t('content.faq')}>
      <div className="faq">
        {items.map(({ question, answer }) => (
          <details key={textInAllLanguages(question)}>
            <summary className="unfold" lang={langOf(question)}>
              {say(question)}
            </summary>
            <p lang={langOf(answer)}>{say(answer)}</p>
          </details>
        ))}
      </div>
    </BlockFrame>
  )
}
