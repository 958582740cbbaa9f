import type { ArticleBlock } from '#contract/blog.ts'
import type { ProductCard as Product } from '#contract/catalogue.ts'
import type { Text } from '#contract/shapes.ts'
import { useShop } from '#storefront/shop.ts'
import { ProductCard } from '#storefront/store/product-card.tsx'
import { Picture } from '#storefront/ui/picture.tsx'

interface ArticleBlocksProps {
  blocks: ArticleBlock[]
  /** The products that blocks name and that are sold, by their ids. */
  products: Record<string, Product>
}

/** What an article says, piece by piece. */
export function ArticleBlocks({ blocks, products }: ArticleBlocksProps) {
  return (
    <div className="article-body">
      {blocks.map((block, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: blocks have no identity and never move
        <Block key={index} block={block} products={products} />
      ))}
    </div>
  )
}

function Block({ block, products }: { block: ArticleBlock; products: Record<string, Product> }) {
  const { say, langOf } = useShop()
  switch (block.kind) {
    case 'heading':
      return <h2 lang={langOf(block.text)}>{say(block.text)}</h2>
    case 'paragraph':
      return <p lang={langOf(block.text)}>{say(block.text)}</p>
    case 'list':
      return (
        <ul className="content-list">
          <Items items={block.items} />
        </ul>
      )
    case 'steps':
      return (
        <ol className="article-steps">
          <Items items={block.items} />
        </ol>
      )
    case 'quote':
      return (
        <blockquote className="article-quote" lang={langOf(block.text)}>
          <p>{say(block.text)}</p>
          {say(block.by) && <footer>{say(block.by)}</footer>}
        </blockquote>
      )
    case 'image':
      return <Picture image={block.image} sizes="(min-width: 48rem) 44rem, 92vw" className="content-picture" />
    case 'products':
      return <Products title={block.title} products={block.ids.flatMap((id) => products[id] ?? [])} />
  }
}

function Items({ items }: { items: Text[] }) {
  const { say, langOf } = useShop()
  return items.map((item) => (
    <li key={item.en + item.zh} lang={langOf(item)}>
      {say(item)}
    </li>
  ))
}

function Products({ title, products }: { title: Text; products: Product[] }) {
  const { t, say, langOf } = useShop()
  if (products.length === 0) return null
  const heading = say(title) || t('blog.products')
  return (
    <section className="article-products" aria-label={heading}>
      <h2 lang={say(title) ? langOf(title) : undefined}>{heading}</h2>
      <ul className="product-row">
        {products.map((product) => (
          <li key={product.id}>
            <ProductCard product={product} />
          </li>
        ))}
      </ul>
    </section>
  )
}
