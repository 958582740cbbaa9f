import type { Text } from '#contract/languages.ts'
import { isWritten, rowText } from '#contract/languages.ts'
import { pasteMessages } from '#contract/messages/office-paste.ts'
import { minorDigits } from '#contract/money.ts'
import type { TaxClass } from '#contract/shapes.ts'
import type { api } from '../core/api.ts'
import { newSubmissionId } from '../core/submission.ts'
import { readAmount } from '../forms/amount.ts'
import type { Mark, Menu, Question } from './menu-text.ts'
import { isDrink, questionsOf } from './menu-text.ts'

/** The draft of a pasted menu. Staff check it before the shop adds its products. */

export interface SizeDraft {
  name: Text
  price: string
}
export interface CardDraft {
  line: number
  name: Text
  description: Text
  /** The index of the product's category in `categories`. Null if the product has no category. */
  category: number | null
  sizes: SizeDraft[]
  tags: Mark[]
  groups: number[]
  isIn: boolean
  /** The id of a product in the shop that has the same name. Null if there is none. */
  known: string | null
  isSurcharge: boolean
  /** Whether the staff member has confirmed an unusual price. */
  isConfirmed: boolean
}
export interface GroupDraft {
  name: Text
  min: number
  choices: SizeDraft[]
}
export interface PasteDraft {
  /** Identifies the draft until its products are added, so that a repeated request adds them only once. */
  submission: string
  text: string
  isRead: boolean
  categories: Text[]
  groups: GroupDraft[]
  cards: CardDraft[]
  left: Menu['left']
  taxClass: TaxClass
  /** Whether shoppers see the products at once; null if the staff member has not chosen. */
  isShown: boolean | null
  added: { paste: string; count: number } | null
}

export const maxTextLength = 50_000
export const maxTextLines = 1_000

export const newDraft = (): PasteDraft => ({
  submission: newSubmissionId(),
  text: '',
  isRead: false,
  categories: [],
  groups: [],
  cards: [],
  left: [],
  taxClass: 'prepared',
  isShown: null,
  added: null,
})

/**
 * Creates the draft of a menu. Only drinks get the menu's groups of choices. If the menu has no drinks, all products
 * get these groups.
 */
export function draftOf(previous: PasteDraft, menu: Menu, currency: string): PasteDraft {
  const write = (hundredths: number | null) =>
    hundredths === null ? '' : (hundredths / 100).toFixed(minorDigits(currency))
  const groups = menu.groups
    .filter(({ choices }) => choices.length > 0)
    .map(({ kind, name, choices }) => ({
      name,
      min: kind === 'toppings' ? 0 : 1,
      choices: choices.map((choice) => ({ name: choice.name, price: write(choice.price) })),
    }))
  const allGroupIndexes = groups.map((_, index) => index)
  const cards = menu.items.map(({ line, name, description, category, sizes, marks, questions }) => ({
    line,
    name,
    description,
    category,
    tags: marks,
    sizes: sizes.map((size) => ({ name: size.name, price: write(size.price) })),
    groups: allGroupIndexes,
    isIn: true,
    known: null,
    isSurcharge: questions.includes('base'),
    isConfirmed: false,
  }))
  const draft = { ...previous, isRead: true, categories: menu.categories, groups, cards, left: menu.left, added: null }
  const drinks = draft.cards.filter((card) => isDrinkCard(draft, card))
  return drinks.length === 0
    ? draft
    : { ...draft, cards: cards.map((card) => (drinks.includes(card) ? card : { ...card, groups: [] })) }
}

/** Whether the name or the category of a product says that it is a drink. */
export function isDrinkCard({ categories }: PasteDraft, { name, category }: CardDraft): boolean {
  const categoryName = category === null ? undefined : categories[category]
  return isDrink(name, ...(categoryName ? [categoryName] : []))
}

/** The open questions about a product. */
export function questionsAbout(card: CardDraft, currency: string): Question[] {
  const sizes = card.sizes.map(({ name, price }) => ({ name, price: hundredths(price, currency) }))
  const openQuestions: Question[] = [...(card.isSurcharge ? (['base'] as const) : []), ...questionsOf(sizes)]
  return openQuestions.filter((one) => one === 'sizes' || one === 'price' || !card.isConfirmed)
}

function hundredths(price: string, currency: string): number | null {
  const amount = readAmount(price, currency)
  return amount === null ? null : (amount * 100) / 10 ** minorDigits(currency)
}

/** Whether a product can be added as it is. */
export const isReady = (card: CardDraft, currency: string) =>
  isWritten(card.name) && questionsAbout(card, currency).length === 0

/** Whether a group can be added: the group has a name, and each of its choices has a name and a price. */
export const isGroupReady = ({ name, choices }: GroupDraft, currency: string) =>
  isWritten(name) && choices.every((choice) => isWritten(choice.name) && readAmount(choice.price, currency) !== null)

/** All names in the draft. The server looks for products that already have one of these names. */
export const namesIn = ({ cards }: PasteDraft): string[] => [
  ...new Set(
    cards.flatMap(({ name }) =>
      Object.values(name)
        .filter(Boolean)
        .map((words) => words.slice(0, 200)),
    ),
  ),
]

/** Deselects the draft's products whose names products of the shop already have, and links them to those products. */
export function withExisting(draft: PasteDraft, known: { name: string; product: string }[]): PasteDraft {
  const byName = new Map(known.map(({ name, product }) => [name, product]))
  const cards = draft.cards.map((card) => {
    const product = Object.values(card.name).flatMap((words) => byName.get(words.trim().toLowerCase()) ?? [])[0]
    return product ? { ...card, known: product, isIn: false } : card
  })
  return { ...draft, cards }
}

/** Returns the draft with a new submission id. Deselects the products that the shop already has. */
export const resubmitted = (draft: PasteDraft, known: { name: string; product: string }[]): PasteDraft => ({
  ...withExisting(draft, known),
  submission: newSubmissionId(),
})

type Submission = Parameters<typeof api.staff.addPasted>[0]

/** The input of `staff.addPasted`. Leaves out groups that no added product has. */
export function submissionOf(
  draft: PasteDraft,
  { currency, isShown }: { currency: string; isShown: boolean },
): Submission {
  const cards = draft.cards.filter(({ isIn }) => isIn)
  const usedGroups = draft.groups.map((_, at) => at).filter((at) => cards.some(({ groups }) => groups.includes(at)))
  const amount = (price: string) => readAmount(price, currency) ?? 0
  return {
    submission: draft.submission,
    isShown,
    taxClass: draft.taxClass,
    sizeName: rowText(pasteMessages['paste.size']),
    groups: usedGroups.flatMap((at) => {
      const group = draft.groups[at]
      if (!group) return []
      const choices = group.choices.map(({ name, price }) => ({ name, price: amount(price) }))
      return { name: group.name, min: group.min, max: group.min || choices.length, choices }
    }),
    products: cards.map((card) => {
      const category = card.category === null ? undefined : draft.categories[card.category]
      return {
        name: card.name,
        description: card.description,
        category: category && isWritten(category) ? category : null,
        tags: card.tags.map((tag) => rowText(pasteMessages[`paste.tag_${tag}`])),
        sizes: card.sizes.map(({ name, price }) => ({ name, price: amount(price) })),
        groups: card.groups.map((at) => usedGroups.indexOf(at)).filter((at) => at >= 0),
      }
    }),
  }
}

/** Reads the draft that this device stores for the staff member. Returns a new draft if the device stores none. */
export function readStoredDraft(key: string): PasteDraft {
  try {
    const stored: Partial<PasteDraft> | null = JSON.parse(localStorage.getItem(key) ?? 'null')
    if (stored && typeof stored.text === 'string') return { ...newDraft(), ...stored }
  } catch {
    // If the browser blocks storage, there is no stored draft.
  }
  return newDraft()
}

/** Stores the draft on this device. */
export function storeDraft(key: string, draft: PasteDraft): void {
  try {
    localStorage.setItem(key, JSON.stringify(draft))
  } catch {
    // If storage is blocked or full, the draft is not stored.
  }
}
