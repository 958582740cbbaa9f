import { readFileSync } from 'node:fs'
import { serve } from '@hono/node-server'
import { Hono } from 'hono'

/** The baseline: a Hono application that only responds with fixed bytes. `node bare.ts PORT FILE` */
const [, , port, file] = process.argv
const responses: { path: string; type: string; body: string }[] = JSON.parse(readFileSync(file ?? '', 'utf8'))
const hono = new Hono()
for (const { path, type, body } of responses) {
  // Hono matches decoded paths, so the path is decoded here.
  hono.get(decodeURI(path), () => new Response(body, { headers: { 'Content-Type': type } }))
}
serve({ fetch: hono.fetch, port: Number(port), hostname: '127.0.0.1' }, () => process.send?.({ ready: true }))
