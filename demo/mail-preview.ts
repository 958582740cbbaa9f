import { locales } from '#contract/languages.ts'
import type { App } from '#server/platform/context.ts'
import type { Http } from '#server/platform/http/server.ts'
import { bindRoute } from '#server/platform/http/server.ts'
import { escapeXml } from '#server/platform/xml.ts'
import type { RenderedMail } from './mails.ts'
import { exampleMails } from './mails.ts'

const base = '/dev/mails'
const limit = { points: 1000, seconds: 60 }

/** Serves `/dev/mails` in development: every email with example data, in both languages, as HTML and text. */
export function bindMailPreview(app: App, http: Http): void {
  bindRoute(app, http, { row: `GET ${base}`, limit, handle: async () => page(overview()) })
  bindRoute(app, http, {
    row: `GET ${base}/:id/:locale/:form`,
    limit,
    handle: async (request) => {
      const [id, language, form] = new URL(request.url).pathname.split('/').slice(-3)
      const mail = exampleMails.find((mail) => mail.id === id)
      const locale = locales.find((locale) => locale === language)
      if (!mail || !locale) return new Response('not found', { status: 404 })
      const rendered = mail.write(locale)
      return form === 'text' ? page(textOf(rendered)) : page(rendered.html)
    },
  })
}

function overview(): string {
  const rows = exampleMails.map(({ id, write }) => {
    const cells = locales.map((locale) => {
      const link = (form: string) => `<a href="${base}/${id}/${locale}/${form}">${form}</a>`
      return `<td>${escapeXml(write(locale).subject)}<br>${link('html')} ${link('text')}</td>`
    })
    return `<tr><th>${id}</th>${cells.join('')}</tr>`
  })
  return `<!doctype html><title>Mails</title><meta name="viewport" content="width=device-width">
<style>body{font:16px/1.6 system-ui;margin:2rem}td,th{padding:.5rem 1rem .5rem 0;text-align:left;vertical-align:top}</style>
<h1>Mails</h1><table>${rows.join('\n')}</table>`
}

const textOf = ({ subject, text }: RenderedMail) =>
  `<!doctype html><title>${escapeXml(subject)}</title><pre style="white-space:pre-wrap;font:15px/1.6 monospace">${escapeXml(text)}</pre>`

const page = (html: string) => new Response(html, { headers: { 'Content-Type': 'text/html; charset=utf-8' } })
