import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Locale } from '#contract/languages.ts'
import { locales, pick } from '#contract/languages.ts'
import { staffText } from '#contract/messages/staff.ts'
import type { StaffContact, StaffInfluencer } from '#contract/office/reviews.ts'
import type { Command, Typed } from './shop-command.ts'

/** Commands for reviews of influencers and of identities. */
export const reviewCommands: Command[] = [
  {
    name: 'influencers',
    args: [],
    options: ['all'],
    run: async (shop, typed, locale) => {
      const answer = await shop.influencers({ all: typed.has('all') })
      return { answer, lines: listed(answer.influencers, showInfluencer, locale) }
    },
  },
  {
    name: 'influencer',
    args: ['ID', '[DECISION]', '[VERSION]'],
    options: ['note', 'folder'],
    run: async (shop, typed, locale) => {
      const [influencer = '', decision] = typed.args
      const found = await shop.influencer({ influencer })
      if (decision) {
        const wish = {
          influencer,
          version: versionOf(typed, found),
          note: typed.text('note'),
        }
        const answer = await shop.decideInfluencer({ ...wish, decision: typed.needed(1) })
        return { answer, lines: [showInfluencer(answer, locale)] }
      }
      const { bio, links, products, campaigns, reason } = found
      const lines = [
        showInfluencer(found, locale),
        ...locales.flatMap((language) => (bio[language] ? [`  ${bio[language]}`] : [])),
        ...links.map(({ kind, url }) => `  ${kind}  ${url}`),
        ...[...products, ...campaigns].map((id) => `  ${id}`),
        ...(reason ? [`  “${reason}”`] : []),
        ...(await keepPictures(found.pictures, typed, locale)),
      ]
      return { answer: found, lines }
    },
  },
  {
    name: 'contacts',
    args: [],
    options: [],
    run: async (shop, _, locale) => {
      const answer = await shop.contacts({})
      return { answer, lines: listed(answer.contacts, showContact, locale) }
    },
  },
  {
    name: 'contact',
    args: ['ID', '[DECISION]', '[VERSION]'],
    options: ['note', 'folder'],
    run: async (shop, typed, locale) => {
      const [contact = '', decision] = typed.args
      const note = typed.text('note') ?? ''
      if (decision) {
        const listed = (await shop.contacts({})).contacts.find(({ id }) => id === contact)
        const version = versionOf(typed, listed ?? { version: 1 })
        const answer = await shop.decideContact({ contact, decision: typed.needed(1), version, note })
        return { answer, lines: [showContact(answer, locale)] }
      }
      const answer = await shop.contact({ contact, note })
      return { answer, lines: [showContact(answer, locale), ...(await keepPictures(answer.photos, typed, locale))] }
    },
  },
]

/** The version that the reviewer saw: the typed version, else the current version. */
function versionOf({ args }: Typed, { version }: { version: number }): number {
  return args[2] ? Number(args[2]) : version
}

function listed<One>(all: One[], show: (one: One, locale: Locale) => string, locale: Locale): string[] {
  return all.length > 0 ? all.map((one) => show(one, locale)) : [staffText(locale, 'nobody_waits')]
}

function showInfluencer({ id, name, state, isPublic, version }: StaffInfluencer, locale: Locale): string {
  const facts = [
    id,
    pick(name, locale),
    staffText(locale, `review_${state}`),
    isPublic && staffText(locale, 'is_public'),
    staffText(locale, 'version', { version }),
  ]
  return facts.filter(Boolean).join('  ')
}

function showContact({ id, name, idNumber, idType, status, version }: StaffContact, locale: Locale): string {
  const words = [staffText(locale, `id_${idType}`), staffText(locale, `review_${status}`)]
  return [id, name, idNumber, ...words, staffText(locale, 'version', { version })].join('  ')
}

/**
 * Saves pictures in the folder `--folder`, readable only by the user who runs the command. Without `--folder`, saves
 * nothing. Returns the line to print.
 */
async function keepPictures(
  pictures: { id: string; picture: string }[],
  typed: Typed,
  locale: Locale,
): Promise<string[]> {
  if (pictures.length === 0) return []
  const folder = typed.text('folder')
  if (!folder) return [`  ${staffText(locale, 'pictures_hidden', { count: pictures.length })}`]
  await mkdir(folder, { recursive: true, mode: 0o700 })
  for (const [index, { picture }] of pictures.entries()) {
    await writeFile(join(folder, `${index + 1}.webp`), Buffer.from(picture, 'base64'), { mode: 0o600 })
  }
  return [`  ${staffText(locale, 'pictures_written', { folder })}`]
}
