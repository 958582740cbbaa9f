import type { TextPair } from '../product.ts'
import type { motifs } from './motifs.ts'

/** How a product is rendered: a model of `kit/models.py`, the surface that it stands on, and the model's parameters. */
export interface Row {
  model: string
  on: 'paper' | 'jade' | 'walnut' | 'linen' | 'slate' | 'persimmon'
  label?: Label | string
  /** Further pictures of the product. */
  views?: View[]
  [parameter: string]: unknown
}

/** A further picture of a product: its alternative text, and each parameter that differs from the first picture. */
export interface View {
  alt: TextPair
  [parameter: string]: unknown
}

/**
 * A wide picture of several products on one table. The camera looks down by `pitch` degrees. The products take the
 * share `fill` of the picture's width or height. `shift` moves the camera, in halves of the picture's width.
 */
export interface Scene {
  on: Row['on']
  things: Thing[]
  pitch: number
  fill: number
  shift: [right: number, up: number]
}

/**
 * A product of a scene. `of` is the product's id, and `at` is its place on the table in the units of the models. Each
 * other parameter replaces the parameter of the same name in the product's row.
 */
export interface Thing {
  of: string
  at: [right: number, away: number]
  /** The rotation in degrees. */
  turned?: number
  scale?: number
  [parameter: string]: unknown
}

/** The design and texts of the label on a package. Texts that are not set are taken from the product's name. */
export interface Label {
  motif: keyof typeof motifs
  paper: string
  ink: string
  accent: string
  /** Width divided by height. */
  ratio?: number
  /**
   * The blank width on each side of the words, in units of the label's SVG, whose height is 1200. Round packages need a
   * wider margin.
   */
  margin?: number
  en?: string
  zh?: string
  amount?: string
}
