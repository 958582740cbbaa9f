import type { Text } from '#contract/languages.ts'
import type { Mark } from './menu-names.ts'
import type { Question, Size } from './menu-prices.ts'
import type { GroupKind } from './menu-terms.ts'

/** The result of parsing a menu: its categories, products and groups of choices. */

/** A product of a menu. Prices are in hundredths. */
export interface MenuItem {
  line: number
  name: Text
  /** The index of the product's category in `categories`. Null if the product has no category. */
  category: number | null
  sizes: Size[]
  description: Text
  marks: Mark[]
  /** The questions that the staff member must answer, because the menu does not answer them. */
  questions: Question[]
}
/** Choices that products share, such as toppings. `price` is null if the menu names no price. */
export interface MenuGroup {
  kind: GroupKind
  name: Text
  choices: { name: Text; price: number | null }[]
}
export interface Menu {
  categories: Text[]
  items: MenuItem[]
  groups: MenuGroup[]
  /** Lines that the menu parser did not understand. */
  left: { line: number; text: string }[]
  /**
   * The numbers of all lines that the menu parser has processed, including those in `left`. Tests check that no line is
   * missing.
   */
  used: number[]
}
