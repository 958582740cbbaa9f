import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CspEvaluator } from 'csp_evaluator'
import { Severity } from 'csp_evaluator/dist/finding.js'
import { CspParser } from 'csp_evaluator/dist/parser.js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { registerMember } from './registration.ts'
import type { RunningServer } from './server.ts'
import { startServer } from './server.ts'
import { createShopper } from './shopper.ts'

let server: RunningServer
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'shop-policies-'))
  server = await startServer({ DATA_DIR: folder, DEMO: 'false' })
})
afterAll(async () => {
  await server.stop()
  await rm(folder, { recursive: true, force: true })
})

/**
 * Lists the severe and possibly severe findings of Google's evaluator for a policy. The evaluator's lower numbers are
 * more severe. Less severe findings advise against what the shop does on purpose, such as scripts from its own address
 * in the back office.
 */
function flawsOf(policy: string): string[] {
  const findings = new CspEvaluator(new CspParser(policy).csp).evaluate()
  return findings
    .filter(({ severity }) => severity <= Severity.HIGH_MAYBE)
    .map(({ directive, value, description }) => `${directive} ${value ?? ''}: ${description}`)
}

async function signedIn() {
  const shopper = createShopper(server.url)
  const person = { name: 'Policy Person', email: 'policy@example.com', password: 'a long enough sentence' }
  await registerMember(folder, shopper, person)
  return shopper
}

test('the evaluator finds nothing severe in the policies of guests, members, the back office and the API', async () => {
  const [guest, member] = [createShopper(server.url), await signedIn()]
  const pages = [
    ...['/home', '/store', '/home', '/blog', '/account/login', '/checkout/cart'].map((path) => ({ who: guest, path })),
    ...['/home', '/store', '/user/list', '/checkout/cart'].map((path) => ({ who: member, path })),
    { who: guest, path: '/office' },
    { who: guest, path: '/api/openapi.json' },
    { who: guest, path: '/api/docs' },
  ]
  for (const { who, path } of pages) {
    const policies = (await who.walk(path)).headers.get('content-security-policy') ?? ''
    expect(policies, path).toContain("-src 'none'")
    expect([path, flawsOf(policies)]).toEqual([path, []])
  }
})

test('the evaluator finds the flaws of a weak policy', () => {
  expect(flawsOf("script-src 'unsafe-inline' *")).not.toEqual([])
  expect(flawsOf("default-src 'self'; script-src 'unsafe-inline'; object-src 'none'; base-uri 'none'")).not.toEqual([])
})
