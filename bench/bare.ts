import { readFileSync } from 'node:fs'
import { serve } from '@hono/node-server'
import { Hono } from 'hono'

/** The yardstick: a Hono application that does nothing but answer fixed bytes. `node bare.ts PORT FILE` */
const [, , port, file] = process.argv
const answers = JSON.parse(readFileSync(file ?? '', 'utf8')) as { path: string; type: string; body: string }[]
const hono = new Hono()
for (const { path, type, body } of answers) {
  // Paths are matched decoded.
  hono.get(decodeURI(path), () => new Response(body, { headers: { 'Content-Type': type } }))
}
serve({ fetch: hono.fetch, port: Number(port), hostname: '127.0.0.1' }, () => process.send?.({ ready: true }))
