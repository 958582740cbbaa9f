import fc from 'fast-check'
import type { Play, Step, SubjectKind } from './play.ts'
import type { ServerName } from './world.ts'

/** An action that the actors of a history can perform, such as placing an order. */
export interface Operation {
  /** The frequency of the operation, in relation to the other operations. */
  weight: number
  /** The kinds of subjects that the operation touches. */
  about: SubjectKind[]
  fields: fc.Arbitrary<Record<string, unknown>>
  /** The step in words, without its outcome. */
  tell(step: Step): string
  /** Plays the step. Returns `done`, `nothing to do`, or the code of a refusal. */
  play(play: Play, step: Step): Promise<string>
}

interface Typed<Fields> {
  weight: number
  about: SubjectKind[]
  fields: { [Name in keyof Fields]: fc.Arbitrary<Fields[Name]> }
  tell(fields: Fields): string
  play(play: Play, fields: Fields & { at: ServerName }): Promise<string>
}

/** An operation whose functions know the types of its fields. */
export function operation<Fields extends Record<string, unknown>>(typed: Typed<Fields>): Operation {
  return {
    ...typed,
    fields: fc.record(typed.fields) as fc.Arbitrary<Record<string, unknown>>,
    // The casts are safe, because the fields of a step come from `fields`.
    tell: (step) => typed.tell(step as unknown as Fields),
    play: (play, step) => typed.play(play, step as unknown as Fields & { at: ServerName }),
  }
}

export const nothing = 'nothing to do'
export const done = 'done'
