import type { z } from 'zod'
import type { ErrorBody, ErrorItem } from '#contract/errors.ts'
import { errors } from '#contract/errors.ts'
import { fill } from '#contract/format.ts'
import type { Locale } from '#contract/languages.ts'
import { pick } from '#contract/languages.ts'
import type { MessageKey } from '#contract/messages.ts'
import { messages } from '#contract/messages.ts'
import type { Text } from '#contract/shapes.ts'
import type { FailureItem } from '#server/platform/fail.ts'
import { Failure } from '#server/platform/fail.ts'

/** Headers of every response. A page also has a content security policy, which limits what it may load. */
export const securityHeaders = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'X-Frame-Options': 'DENY',
  'Permissions-Policy': 'camera=(), microphone=(), geolocation=(self), payment=()',
} as const

/** Headers of every response of the API. */
export const apiHeaders = {
  ...securityHeaders,
  // API URLs contain tokens of orders and of payment handovers.
  'Referrer-Policy': 'no-referrer',
  'Content-Type': 'application/json; charset=utf-8',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
} as const

export function json(body: BodyInit, status: number, headers: Record<string, string> = {}): Response {
  return new Response(body, { status, headers: { ...apiHeaders, ...headers } })
}

/** Converts a failure to its error body, in the visitor's language, and its HTTP status. */
export function toErrorBody(failure: Failure, locale: Locale, requestId: string): { status: number; body: ErrorBody } {
  const items = failure.items.map((item) => toErrorItem(item, locale))
  return { status: errors[failure.items[0]?.code ?? 'unexpected'], body: { error: { errors: items }, requestId } }
}

/** Converts one item of a failure to an item of the error body, with a message in the visitor's language. */
export function toErrorItem({ code, field, details }: FailureItem, locale: Locale): ErrorItem {
  const values = Object.fromEntries(
    Object.entries(details ?? {}).map(([name, value]) => [name, toMessageValue(value, locale)]),
  )
  // The cast is safe: `describeIssue` sets `message` only to a message key.
  const key = (typeof details?.message === 'string' ? details.message : code) as MessageKey
  return {
    code,
    message: fill(messages[locale][key], values),
    ...(field && { field }),
    ...(details && { details: values }),
  }
}

function toMessageValue(value: unknown, locale: Locale): string | number {
  if (typeof value === 'number') return value
  // Only bilingual texts have a field named after a language, so the cast is safe.
  if (typeof value === 'object' && value !== null && locale in value) return pick(value as Text, locale)
  return String(value)
}

/** Converts schema errors to one failure, with the field and a message for each of the first 20 errors. */
export function toInputFailure(error: z.ZodError): Failure {
  return new Failure(
    error.issues.slice(0, 20).map((issue) => {
      const field =
        issue.path.map(String).join('.') || (issue.code === 'unrecognized_keys' ? (issue.keys[0] ?? '') : '')
      return { code: 'input.invalid', field, details: { field, ...describeIssue(issue) } }
    }),
  )
}

function describeIssue(issue: z.core.$ZodIssue): { message: MessageKey; limit?: number } {
  switch (issue.code) {
    case 'too_small': {
      const limit = Number(issue.minimum)
      if (issue.origin !== 'string') return { message: 'field.too_small', limit }
      return limit <= 1 ? { message: 'field.required' } : { message: 'field.too_short', limit }
    }
    case 'too_big':
      return { message: issue.origin === 'string' ? 'field.too_long' : 'field.too_big', limit: Number(issue.maximum) }
    case 'invalid_format':
      if (issue.input === '') return { message: 'field.required' }
      return { message: issue.format === 'email' ? 'field.email' : 'field.format' }
    case 'unrecognized_keys':
      return { message: 'field.unknown' }
    case 'invalid_type':
      return { message: issue.input === undefined ? 'field.required' : 'field.type' }
    case 'custom':
      return { message: issue.params?.message ?? 'field.format' }
    default:
      return { message: 'field.format' }
  }
}
