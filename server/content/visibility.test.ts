import { beforeEach, describe, expect, test } from 'vitest'
import type { Visibility } from '#contract/blocks.ts'
import * as locations from '#server/locations/locations.ts'
import type { Visitor } from '#tests/harness.ts'
import { setUpShop } from '#tests/harness.ts'
import * as content from './content.ts'

const shop = setUpShop()
beforeEach(async () => {
  await shop.reset()
  shop.clock.set('2026-11-20T12:00:00Z')
  for (const id of ['east', 'west']) await openStore(id)
})

const text = { en: 'Words', zh: '话' }
const openStore = (id: string) =>
  locations.put(shop.ctx(), {
    id,
    name: { en: id, zh: `${id} 店` },
    street: '1 Main St',
    city: 'Toronto',
    province: 'ON',
    postCode: 'M5V 1A1',
    timeZone: 'America/Toronto',
    hours: [],
    methods: ['PICKUP'],
  })
/** The ids of the visible blocks, which must be the same on a page and in a section. */
async function shown(shows: Record<string, Visibility>, visitor: Visitor = shop.visitor()) {
  const blocks = Object.entries(shows).map(([id, show]) => ({ kind: 'paragraph' as const, id, text, show }))
  await content.putPage(shop.ctx(), { name: 'page', title: text, blocks })
  for (const [position, block] of blocks.entries())
    await content.putSection(shop.ctx(), { id: block.id, type: 'place', position, block })
  const { sections } = await visitor.api.content.sections({ type: 'place' })
  const page = await visitor.api.content.page({ pageName: 'page' })
  const ids = sections.map(({ id }) => id)
  expect(page.blocks.map(({ id }) => id)).toEqual(ids)
  return ids
}

describe('a block', () => {
  test('is shown in its languages', async () => {
    const shows = { both: {}, zh: { locales: ['zh' as const] }, en: { locales: ['en' as const] } }
    expect(await shown(shows)).toEqual(['both', 'en'])
    expect(await shown(shows, shop.visitor({ 'accept-language': 'zh' }))).toEqual(['both', 'zh'])
  })

  test('is shown from its start time until its end time', async () => {
    const shows = {
      over: { until: '2026-11-20T12:00:00Z' },
      now: { from: '2026-11-20T11:00:00Z', until: '2026-11-20T13:00:00.500Z' },
      coming: { from: '2026-11-20T13:00:00Z' },
    }
    expect(await shown(shows)).toEqual(['now'])
    shop.clock.set('2026-11-20T13:00:01Z')
    expect(await shown(shows)).toEqual(['coming'])
  })

  test('is shown at its stores', async () => {
    const shows = { everywhere: { locations: [] }, west: { locations: ['west'] } }
    expect(await shown(shows)).toEqual(['everywhere'])
    const visitor = shop.visitor()
    await visitor.api.locations.select({ locationId: 'west' })
    expect(await shown(shows, visitor)).toEqual(['everywhere', 'west'])
  })

  test('sends only its device rule to the browser', async () => {
    const show = { device: 'phone' as const, from: '2026-01-01T00:00:00Z', locations: ['east'] }
    await content.putPage(shop.ctx(), { name: 'page', title: text, blocks: [{ kind: 'paragraph', text, show }] })
    const { blocks } = await shop.visitor().api.content.page({ pageName: 'page' })
    expect(blocks).toEqual([{ kind: 'paragraph', text, show: { device: 'phone' } }])
  })

  test('of an unknown kind or with invalid fields is not stored', () => {
    const put = (block: object) =>
      content.putSection(shop.ctx(), { id: 'odd', type: 'place', position: 0, block: block as never })
    expect(() => put({ kind: 'marquee', text })).toThrow()
    expect(() => put({ kind: 'paragraph' })).toThrow()
    expect(() =>
      put({ kind: 'video', title: text, text, host: 'youtube', video: 'x" onload="alert(1)', image: null }),
    ).toThrow()
  })
})
