import { describe, expect, it } from 'vitest'
import type { Locale } from '#contract/languages.ts'
import { toLang } from '#contract/languages.ts'
import { messages, texts } from '#contract/messages.ts'
import { mailKinds } from '#server/platform/mail/mail-kinds.ts'
import { exampleMails } from './mails.ts'

const locales: Locale[] = ['en', 'zh']
const all = exampleMails.flatMap(({ id, write }) => locales.map((locale) => [id, locale, write(locale)] as const))
const han = /\p{Script=Han}/u
/** Names and texts that shoppers and staff wrote. Emails show them unchanged in both languages. */
const written =
  /林美|灯里|林\*|烤箱今天下午有点慢。|给您留了一盒。|可以不要吸管吗？|计划有变。|第二张照片太暗，看不清。/g

/**
 * Matches an order's id, which has 26 characters. Does not match a payment reference, which is an order's id with a
 * suffix. Emails are allowed to contain payment references, because staff need them to find payments at the provider.
 */
const orderId = /(?<![\w-])[a-z2-7]{26}(?![\w-])/i
/** A text without the URLs of its links. */
const wordsOf = (words: string) => words.replace(/(href|src)="[^"]*"|https?:\/\/\S+/g, '')

describe.each(all)('the mail %s in %s', (_, locale, { from, subject, html, text }) => {
  it('is in the language of the reader, without open placeholders', () => {
    for (const words of [subject, text, html]) {
      expect(words).not.toMatch(/\{\w+\}|undefined|null|NaN|\[object|mail\.\w+/)
    }
    expect(html).toContain(`<html lang="${toLang(locale)}">`)
    expect(han.test(subject.replace(written, ''))).toBe(locale === 'zh')
    expect(han.test(text.replace(written, ''))).toBe(locale === 'zh')
  })

  it('writes dates and times in the format of the language', () => {
    for (const words of [subject, text, html.replace(/<style>.*<\/style>/s, '')]) {
      expect(words).not.toMatch(/\d{4}-\d\d-\d\d|\d\d:\d\d:\d\d/)
      expect(words).not.toMatch(locale === 'en' ? /\d:\d\d(?!–\d|\s[ap]\.m\.)|\.\./ : /[ap]\.m\.|。。/)
    }
  })

  it('has a plain-text version with the same links and no tags', () => {
    const links = [...html.matchAll(/href="([^"]+)"/g)].map(([, href]) => href?.replaceAll('&amp;', '&') ?? '')
    for (const link of links.filter((link) => link.startsWith('https://lantern-lane'))) expect(text).toContain(link)
    expect(text.trim().length).toBeGreaterThan(40)
    expect(text).not.toMatch(/<\w+|&\w+;/)
  })

  it('breaks long words, so that it fits on a phone', () => {
    expect(html).toMatch(/class="sheet-inner" style="[^"]*word-break:break-word/)
  })

  it('has only pictures of the shop, each with its size and an alternative text, and no scripts', () => {
    expect(html).not.toMatch(/<script|<link|@import|url\(|background=/i)
    const pictures = [...html.matchAll(/<img[^>]*>/g)].map(([tag]) => tag)
    expect(pictures.length).toBeGreaterThan(0)
    for (const tag of pictures)
      expect(tag).toMatch(/^<img src="https:\/\/lantern-lane\.example\/[^"]+" alt="[^"]*" .*height="/)
  })

  it('is from the shop, and names an order only by its number', () => {
    expect(from).toBe('Lantern Lane 灯里')
    expect(html).toContain('Lantern Lane 灯里')
    for (const words of [subject, text, html]) expect(wordsOf(words)).not.toMatch(orderId)
  })

  it('supports dark mode', () => {
    expect(html).toContain('prefers-color-scheme: dark')
    // Each element that sets a colour must also have a class that changes the colour in dark mode.
    const coloured = [...html.matchAll(/<(\w+)((?:\s[^<>]*)?)>/g)]
      .map(([tag]) => tag)
      .filter((tag) => /style="[^"]*(?<!-)(?:background|color):/.test(tag) && !/class="/.test(tag))
    expect(coloured).toEqual([])
  })
})

it('the examples have each kind of mail, under unique ids', () => {
  expect(new Set(exampleMails.map(({ kind }) => kind))).toEqual(new Set(Object.keys(mailKinds)))
  const ids = exampleMails.map(({ id }) => id)
  expect(new Set(ids).size).toBe(ids.length)
})

it('the examples have each mail subject of the texts', () => {
  const subjects = Object.entries(texts).filter(([key]) =>
    /^mail\..*subject|mail_\w*subject$|receipt_subject$/.test(key),
  )
  const pattern = (words: string) =>
    new RegExp(`^${words.replace(/[.*+?^$()|[\]\\]/g, '\\$&').replace(/\{\w+\}/g, '.+')}$`)
  const unseen = subjects.filter(([, [en]]) => !all.some(([, , { subject }]) => pattern(en).test(subject)))
  expect(subjects.length).toBeGreaterThan(30)
  expect(unseen.map(([key]) => key)).toEqual([])
})

it('reminders link the page on which a member withdraws the consent to reminders', () => {
  for (const { kind, write } of exampleMails)
    if (mailKinds[kind] === 'reminder')
      for (const locale of locales)
        expect(write(locale).text).toContain(`https://lantern-lane.example/user/privacy?lang=${locale}`)
})

it('links in emails about an account open the shop in the language of the email', () => {
  const links = exampleMails
    .filter(({ kind }) => /^(welcome|known|reset|password|linked|membership|coupon|credit|referral)/.test(kind))
    .flatMap(({ write }) => locales.map((locale) => [locale, write(locale).text] as const))
    .flatMap(([locale, text]) =>
      [...text.matchAll(/https:\/\/lantern-lane\S+/g)].map(([link]) => [locale, link] as const),
    )
  expect(links.length).toBeGreaterThan(20)
  for (const [locale, link] of links) expect(new URL(link).searchParams.get('lang'), link).toBe(locale)
})

it('only reminders say how to stop reminders', () => {
  for (const { kind, write } of exampleMails)
    for (const locale of locales)
      expect([kind, write(locale).text.includes(messages[locale]['mail.stop_reminders'])]).toEqual([
        kind,
        mailKinds[kind] === 'reminder',
      ])
})
