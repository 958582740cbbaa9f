import { redirect } from 'react-router'
import type { Client } from '#contract/client.ts'
import { dateFormat } from '#contract/date-format.ts'
import { toLang } from '#contract/languages.ts'
import type { Page } from '#storefront/core/data.ts'
import { attempt, inBrowser, isRefusal, onServer } from '#storefront/core/data.ts'
import { useShop } from '#storefront/core/shop.ts'
import { pageMeta } from '#storefront/parts/head/head.ts'
import type { Route } from './+types/page'
import { Blocks } from './blocks/blocks.tsx'
import './blocks/styles.ts'
import './content-page.css'

export const meta = (args: Route.MetaArgs) =>
  pageMeta(args, ({ say }) => {
    const page = args.loaderData
    const firstParagraph = page?.blocks.map(({ block }) => block).find(({ kind }) => kind === 'paragraph')
    return {
      title: say(page?.title),
      description: firstParagraph?.kind === 'paragraph' ? say(firstParagraph.text) : undefined,
    }
  })

/** Loads a content page. Redirects to the home page if there is no page of this name. */
const load = async (api: Client, { params }: Page) => {
  const [found, { loadBlocks }] = await Promise.all([
    attempt(api.content.page({ pageName: params.name ?? '' })),
    import('./blocks/block-data.ts'),
  ])
  if (isRefusal(found)) throw redirect('/')
  return { ...found, blocks: await loadBlocks(api, found.blocks) }
}
export const loader = onServer(load)
export const clientLoader = inBrowser(load)

/** A content page written by the owner, at `/{name}`. */
export default function ContentPage({ loaderData: page }: Route.ComponentProps) {
  const { locale, t, say, langOf } = useShop()
  const date = dateFormat(toLang(locale), { dateStyle: 'long', timeZone: 'UTC' })
  return (
    <article className="content-page running">
      <h1 className="wrap" lang={langOf(page.title)}>
        {say(page.title)}
      </h1>
      <Blocks blocks={page.blocks} />
      <p className="wrap content-date">{t('page.updated', { date: date.format(new Date(page.updatedAt)) })}</p>
    </article>
  )
}
