import type { IdType } from '#contract/contacts.ts'
import type { Context } from '#server/platform/context.ts'
import type { Encrypted } from '#server/platform/encryption.ts'
import { canEncrypt, decrypt, encrypt } from '#server/platform/encryption.ts'
import { fail } from '#server/platform/fail.ts'
import { isName, isNumber, maskName, maskNumber, normaliseNumber } from './numbers.ts'

/** The data of a contact that is stored only encrypted. */
export interface Identity {
  name: string
  number: string
}

/** Fails with `contacts.off` in a shop without an encryption key. */
export function requireKey(ctx: Context): void {
  if (!canEncrypt(ctx.app)) fail('contacts.off')
}

/**
 * Normalises and checks an identity. Fails with `contacts.name` or `contacts.number` if the name or number is invalid.
 */
export function readIdentity(ctx: Context, type: IdType, input: Identity): Identity {
  const name = input.name.normalize('NFC').replace(/\s+/g, ' ').trim()
  const number = normaliseNumber(input.number)
  if (!isName(type, name)) fail('contacts.name', undefined, 'name')
  if (!isNumber(type, number, ctx.app.now().toISOString().slice(0, 10))) fail('contacts.number', undefined, 'idNumber')
  return { name, number }
}

/** The columns of a contact's identity, with the encrypted data and the masked texts. */
export function sealIdentity(ctx: Context, id: string, { name, number }: Identity) {
  const text = JSON.stringify({ name, number } satisfies Identity)
  return {
    maskedName: maskName(name),
    maskedNumber: maskNumber(number),
    ...encrypt(ctx.app, Buffer.from(text), aboutContact(id)),
  }
}

export function openIdentity(ctx: Context, id: string, sealed: Encrypted): Identity {
  return JSON.parse(decrypt(ctx.app, sealed, aboutContact(id)).toString())
}

export const aboutContact = (id: string) => `contact ${id}`
export const aboutPhoto = (id: string) => `contact photo ${id}`
