import { useShop } from '#storefront/core/shop.ts'
import { BlockFrame } from './block-frame.tsx'
import type { BlockProps } from './block-props.ts'

/** Questions that open to their answers; searching in the page opens them too. */
export default function Faq({ block: { title, items } }: BlockProps<'faq'>) {
  const { t, say, langOf } = useShop()
  return (
    <BlockFrame title={title} fallback={t('content.faq')}>
      <div className="faq">
        {items.map(({ question, answer }) => (
          <details key={question.en + question.zh}>
            <summary lang={langOf(question)}>{say(question)}</summary>
            <p lang={langOf(answer)}>{say(answer)}</p>
          </details>
        ))}
      </div>
    </BlockFrame>
  )
}
