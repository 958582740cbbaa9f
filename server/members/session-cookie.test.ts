import { expect, test } from 'vitest'
import { specificationBase, xsrfCookie, xsrfHeader } from '#contract/constants.ts'
import { sessionCookie } from '#server/platform/http/visits.ts'
import { openTestShop } from '#tests/harness.ts'
import { registerMember } from '#tests/registration.ts'

const mei = { email: 'mei@example.com', password: 'three dumplings at noon' }

test.each([
  ['https', { PUBLIC_URL: 'https://shop.example', DEMO: 'false' }, 'shop.example'],
  ['http', {}, 'localhost'],
] as const)(
  'over %s the session cookie is hidden from scripts and not sent by other sites',
  async (scheme, env, host) => {
    const shop = await openTestShop(env)
    const isSecure = scheme === 'https'
    const visitor = shop.visitor({ host })
    await registerMember(shop, visitor, { name: 'Mei', ...mei })
    const before = visitor.cookies.get(sessionCookie(isSecure))
    const answer = await visitor.fetch(`${specificationBase}/common3/signon`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', [xsrfHeader]: visitor.cookies.get(xsrfCookie) ?? '' },
      body: JSON.stringify(mei),
    })
    expect(answer.status).toBe(200)
    const flagsOf = (line: string) => line.split('; ').slice(1)
    const set = new Map(answer.headers.getSetCookie().map((line) => [line.split('=')[0], flagsOf(line)]))
    expect(set.get(sessionCookie(isSecure))).toEqual(expect.arrayContaining(['Path=/', 'HttpOnly', 'SameSite=Lax']))
    for (const flags of set.values()) {
      expect(flags.includes('Secure')).toBe(isSecure)
      expect(flags).toContain('SameSite=Lax')
      expect(flags.join()).not.toMatch(/domain/i)
    }
    expect(visitor.cookies.get(sessionCookie(isSecure))).not.toBe(before)
    await shop.close()
  },
)
