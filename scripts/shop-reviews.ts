import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Locale } from '#contract/languages.ts'
import { locales, pick } from '#contract/languages.ts'
import { staffText } from '#contract/messages/staff.ts'
import type { StaffContact, StaffInfluencer } from '#contract/office/reviews.ts'
import type { Command, CommandInput } from './shop-command.ts'

/** Commands for staff to approve or refuse influencers and identities. */
export const reviewCommands: Command[] = [
  {
    name: 'influencers',
    args: [],
    options: ['all'],
    run: async (shop, input, locale) => {
      const answer = await shop.influencers({ all: input.has('all') })
      return { answer, lines: toLines(answer.influencers, showInfluencer, locale) }
    },
  },
  {
    name: 'influencer',
    args: ['ID', '[DECISION]', '[VERSION]'],
    options: ['note', 'folder'],
    run: async (shop, input, locale) => {
      const [influencer = '', decision] = input.args
      const detail = await shop.influencer({ influencer })
      if (decision) {
        const decisionInput = {
          influencer,
          version: versionOf(input, detail),
          note: input.text('note'),
        }
        const answer = await shop.decideInfluencer({ ...decisionInput, decision: input.required(1) })
        return { answer, lines: [showInfluencer(answer, locale)] }
      }
      const { bio, links, products, campaigns, reason } = detail
      const lines = [
        showInfluencer(detail, locale),
        ...locales.flatMap((language) => (bio[language] ? [`  ${bio[language]}`] : [])),
        ...links.map(({ kind, url }) => `  ${kind}  ${url}`),
        ...[...products, ...campaigns].map((id) => `  ${id}`),
        ...(reason ? [`  “${reason}”`] : []),
        ...(await savePictures(detail.pictures, input, locale)),
      ]
      return { answer: detail, lines }
    },
  },
  {
    name: 'contacts',
    args: [],
    options: [],
    run: async (shop, _, locale) => {
      const answer = await shop.contacts({})
      return { answer, lines: toLines(answer.contacts, showContact, locale) }
    },
  },
  {
    name: 'contact',
    args: ['ID', '[DECISION]', '[VERSION]'],
    options: ['note', 'folder'],
    run: async (shop, input, locale) => {
      const [contact = '', decision] = input.args
      const note = input.text('note') ?? ''
      if (decision) {
        const contactRow = (await shop.contacts({})).contacts.find(({ id }) => id === contact)
        const version = versionOf(input, contactRow ?? { version: 1 })
        const answer = await shop.decideContact({ contact, decision: input.required(1), version, note })
        return { answer, lines: [showContact(answer, locale)] }
      }
      const answer = await shop.contact({ contact, note })
      return { answer, lines: [showContact(answer, locale), ...(await savePictures(answer.photos, input, locale))] }
    },
  },
]

/** The version that the reviewer saw: the typed version, else the current version. */
function versionOf({ args }: CommandInput, { version }: { version: number }): number {
  return args[2] ? Number(args[2]) : version
}

function toLines<Item>(items: Item[], show: (one: Item, locale: Locale) => string, locale: Locale): string[] {
  return items.length > 0 ? items.map((one) => show(one, locale)) : [staffText(locale, 'nobody_waits')]
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
async function savePictures(
  pictures: { id: string; picture: string }[],
  input: CommandInput,
  locale: Locale,
): Promise<string[]> {
  if (pictures.length === 0) return []
  const folder = input.text('folder')
  if (!folder) return [`  ${staffText(locale, 'pictures_hidden', { count: pictures.length })}`]
  await mkdir(folder, { recursive: true, mode: 0o700 })
  for (const [index, { picture }] of pictures.entries()) {
    await writeFile(join(folder, `${index + 1}.webp`), Buffer.from(picture, 'base64'), { mode: 0o600 })
  }
  return [`  ${staffText(locale, 'pictures_written', { folder })}`]
}
