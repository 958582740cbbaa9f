import { randomBytes } from 'node:crypto'
import type { Brand } from './book.ts'
import { escapeHtml, style } from './page.ts'
import type { Call, Reply } from './protocol.ts'

/** A person with a phone, as a sign-in provider knows them. */
export interface Person {
  id: string
  nickname: string
}

/** The simulated phone's default user. */
export const mei: Person = { id: 'mei', nickname: '林美 Mei' }
/** The people who can sign in. At the start, the last two have no account in any shop. */
export const people: readonly Person[] = [mei, { id: 'yu', nickname: '小雨 Xiao Yu' }, { id: 'sam', nickname: 'Sam' }]

/** A request for consent: the app, the scope, and the return URL with its state. */
export interface ConsentRequest {
  appId: string
  scope: string
  back: string
  state: string
}

interface GrantedConsent extends ConsentRequest {
  person: Person
  isUsed: boolean
  endsAt: number
}

const texts = {
  en: {
    title: 'Demonstration',
    note: 'This is a demonstration: nobody is really signed in, and nothing leaves this computer.',
    asks: 'This shop would like to know who you are',
    gets: 'Your name there and a number that stands for you. No password.',
    as: 'Go on as',
    refuse: 'Do not agree',
    other: '中文',
  },
  zh: {
    title: '演示',
    note: '这里只是演示：不会真的登录，数据也不会离开这台电脑。',
    asks: '该商店申请获取您的身份信息',
    gets: '您的昵称和一个代表您的编号，不包括密码。',
    as: '以此身份继续：',
    refuse: '拒绝',
    other: 'English',
  },
} as const

/** Shows the consent page and issues codes. Each code works once, within `codeMs` milliseconds. */
export function openConsents({ brand, codeMs, now }: { brand: Brand; codeMs: number; now: () => Date }) {
  const granted = new Map<string, GrantedConsent>()
  return { page, decide, grant, spend }

  /** The consent page: a form for each person, and a form to refuse. */
  function page({ path, query, headers }: Call): Reply {
    const chosen = query.get('lang')
    const isChinese = chosen ? chosen === 'zh' : /^\s*zh/i.test(headers['accept-language'] ?? '')
    const language = isChinese ? 'zh' : 'en'
    const t = texts[language]
    const name = brand.name[language]
    const linkTo = (changes: Record<string, string>) => {
      const changed = new URLSearchParams(query)
      for (const [key, value] of Object.entries(changes)) changed.set(key, value)
      return escapeHtml(`${path}?${changed}`)
    }
    const form = (person: string, label: string, kind: string) =>
      `<form method="post" action="${linkTo({ person })}"><button class="${kind}">${escapeHtml(label)}</button></form>`
    const body = `<!doctype html>
<html lang="${isChinese ? 'zh-Hans' : 'en'}"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover"><meta name="robots" content="noindex">
<link rel="icon" href="data:,"><title>${escapeHtml(name)} · ${t.title}</title>
<style>${style(brand.accent)}</style></head>
<body><main>
<header><p class="wallet"><span aria-hidden="true"></span>${escapeHtml(name)}</p>
<a href="${linkTo({ lang: isChinese ? 'en' : 'zh' })}" lang="${isChinese ? 'en' : 'zh-Hans'}">${t.other}</a></header>
<p class="note"><strong>${t.title}</strong> ${t.note}</p>
<section class="slip"><h1>${t.asks}</h1><p class="to">${t.gets}</p></section>
${people.map(({ id, nickname }) => form(id, `${t.as} ${nickname}`, 'main')).join('\n')}
${form('', t.refuse, 'quiet')}
</main></body></html>`
    return { status: 200, type: 'text/html; charset=utf-8', body }
  }

  /** Applies the person's decision: redirects to the return URL, with a code if the person agreed. */
  function decide(
    { query }: Call,
    request: ConsentRequest,
    toParameters: (code: string | null) => Record<string, string>,
  ): Reply {
    const person = people.find(({ id }) => id === query.get('person'))
    const back = new URL(request.back)
    for (const [name, value] of Object.entries(toParameters(person ? grant(request, person) : null)))
      back.searchParams.set(name, value)
    return { status: 303, type: 'text/plain', body: '', headers: { Location: back.href } }
  }

  function grant(request: ConsentRequest, person: Person): string {
    const code = randomBytes(16).toString('hex')
    granted.set(code, { ...request, person, isUsed: false, endsAt: now().getTime() + codeMs })
    return code
  }

  /** Redeems a code of this app. */
  function spend(code: string, appId: string): GrantedConsent | 'unknown' | 'used' {
    const consent = granted.get(code)
    if (!consent || consent.appId !== appId || consent.endsAt < now().getTime()) return 'unknown'
    if (consent.isUsed) return 'used'
    consent.isUsed = true
    return consent
  }
}
