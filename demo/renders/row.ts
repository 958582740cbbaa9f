import type { motifs } from './motifs.ts'

/** How a product is rendered: a model of `kit/models.py`, the surface that it stands on, and the model's parameters. */
export interface Row {
  model: string
  on: 'paper' | 'jade' | 'walnut' | 'linen' | 'slate' | 'persimmon'
  label?: Label | string
  /** Further pictures, each with the parameters that differ from the first. */
  views?: Partial<Row>[]
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
  /** Blank width on each side of the words, on a label that is 1200 high. Round packages need more. */
  margin?: number
  en?: string
  zh?: string
  amount?: string
}
