import { redirect } from 'react-router'
import type { Client } from '#contract/client.ts'
import type { Block } from '#contract/content.ts'
import type { Page } from '#storefront/data.ts'
import { attempt, inBrowser, isRefusal, onServer } from '#storefront/data.ts'
import { pageMeta } from '#storefront/shell/head.ts'
import { toLang, useShop } from '#storefront/shop.ts'
import { Picture } from '#storefront/ui/picture.tsx'
import type { Route } from './+types/page'

export const meta = (args: Route.MetaArgs) =>
  pageMeta(args, ({ say }) => {
    const page = args.loaderData
    const first = page?.blocks.find(({ kind }) => kind === 'paragraph')
    return { title: say(page?.title), description: first?.kind === 'paragraph' ? say(first.text) : undefined }
  })

/** A name that is no page's is an unknown path, and those lead to the empty one. */
const load = async (api: Client, { params }: Page) => {
  const found = await attempt(api.content.page({ pageName: params.name ?? '' }))
  if (isRefusal(found)) throw redirect('/')
  return found
}
export const loader = onServer(load)
export const clientLoader = inBrowser(load)

/** A content page of the merchant's, at `/{name}`. */
export default function ContentPage({ loaderData: page }: Route.ComponentProps) {
  const { locale, t, say, langOf } = useShop()
  const date = new Intl.DateTimeFormat(toLang(locale), { dateStyle: 'long', timeZone: 'UTC' })
  return (
    <article className="wrap content-page">
      <h1 lang={langOf(page.title)}>{say(page.title)}</h1>
      {page.blocks.map((block, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: blocks have no identity and never move
        <ContentBlock key={index} block={block} />
      ))}
      <p className="content-date">{t('page.updated', { date: date.format(new Date(page.updatedAt)) })}</p>
    </article>
  )
}

function ContentBlock({ block }: { block: Block }) {
  const { say, langOf } = useShop()
  switch (block.kind) {
    case 'heading':
      return <h2 lang={langOf(block.text)}>{say(block.text)}</h2>
    case 'paragraph':
      return <p lang={langOf(block.text)}>{say(block.text)}</p>
    case 'list':
      return (
        <ul className="content-list">
          {block.items.map((item) => (
            <li key={item.en + item.zh} lang={langOf(item)}>
              {say(item)}
            </li>
          ))}
        </ul>
      )
    case 'image':
      return <Picture image={block.image} sizes="(min-width: 48rem) 44rem, 92vw" className="content-picture" />
  }
}
