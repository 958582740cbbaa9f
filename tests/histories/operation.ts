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
  describe(step: Step): string
  /** Plays the step. Returns `done`, `nothing to do`, or the code of a refusal. */
  play(play: Play, step: Step): Promise<string>
}

interface OperationDefinition<Fields> {
  weight: number
  about: SubjectKind[]
  fields: { [Name in keyof Fields]: fc.Arbitrary<Fields[Name]> }
  describe(fields: Fields): string
  play(play: Play, fields: Fields & { at: ServerName }): Promise<string>
}

/** An operation whose functions know the types of its fields. */
export function operation<Fields extends Record<string, unknown>>(definition: OperationDefinition<Fields>): Operation {
  return {
    ...definition,
    fields: fc.record(definition.fields) as fc.Arbitrary<Record<string, unknown>>,
    // The casts are safe, because `fields` generates the values of a step. Only stories replace some values, and they
    // use the types of `fields`.
    describe: (step) => definition.describe(step as unknown as Fields),
    play: (play, step) => definition.play(play, step as unknown as Fields & { at: ServerName }),
  }
}

export const nothing = 'nothing to do'
export const done = 'done'
