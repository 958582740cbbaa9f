import { expect, it } from 'vitest'
import { fill } from '#contract/format.ts'
import { officeMessages } from '#contract/messages/office.ts'
import { noticeMessages } from '#contract/messages/office-notices.ts'
import type { Notice } from '#contract/office/notices.ts'
import { describeNotice } from './notice-texts.ts'

const rows = { ...officeMessages, ...noticeMessages }
const texts: Parameters<typeof describeNotice>[1] = {
  locale: 'en',
  setLocale: () => {},
  t: (key, values) => fill(rows[key][0], values),
  say: (text) => text?.en ?? '',
  when: String,
}

it('the notification of a new order names the table, if there is one', () => {
  const data = { code: 'MK-1', pieces: 2, method: 'EAT_IN', date: null, time: null } as const
  const detailsWith = (table?: string | null) => {
    const notice: Notice = {
      id: 1,
      at: '2026-11-20T15:20:30Z',
      kind: 'order_placed',
      location: 'markham',
      subject: 'ab2c',
      data: { ...data, table },
      isRead: false,
    }
    return describeNotice(notice, texts).details
  }
  expect(detailsWith('7')).toEqual(['2 items', 'Dine in Table 7'])
  expect([detailsWith(null), detailsWith()]).toEqual([
    ['2 items', 'Dine in'],
    ['2 items', 'Dine in'],
  ])
})
