import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

/**
 * Creates tokens that are bound to one session (signed double submit, OWASP). Planted cookies and tokens of other
 * sessions are invalid.
 */
export function createXsrf(secret: string) {
  const sign = (sessionToken: string, random: string) =>
    createHmac('sha256', secret).update(`xsrf ${sessionToken} ${random}`).digest('base64url').slice(0, 27)
  return {
    issue(sessionToken: string): string {
      const random = randomBytes(12).toString('base64url')
      return `${random}.${sign(sessionToken, random)}`
    },
    /** Whether header and cookie are equal, and their token was issued for this session. */
    isValid(sessionToken: string | undefined, cookie: string | undefined, header: string | undefined): boolean {
      if (!sessionToken || !cookie || !header) return false
      const [random = '', signature = ''] = cookie.split('.')
      return isEqualSecret(cookie, header) && isEqualSecret(signature, sign(sessionToken, random))
    },
  }
}
export type Xsrf = ReturnType<typeof createXsrf>

/** Compares two secrets in constant time. */
export function isEqualSecret(first: string, second: string): boolean {
  const a = Buffer.from(first)
  const b = Buffer.from(second)
  return a.length === b.length && timingSafeEqual(a, b)
}
