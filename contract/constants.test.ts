import { expect, test } from 'vitest'
import {
  campaignPathLength,
  copiedNoticeMs,
  footerMaxWidthPx,
  installIconDelayMs,
  linkActions,
  mobileBreakpointPx,
  openIdParameter,
  orderPageSize,
  pollIntervalMs,
  productPageSize,
  sharePopup,
  sideMenuLabelLength,
  submenuLabelLength,
  xsrfCookie,
  xsrfHeader,
} from './constants.ts'
import { locales } from './languages.ts'

test.each<[string, unknown, unknown]>([
  ['locales', locales, ['en', 'zh']],
  ['linkActions', linkActions, ['INTERNAL_LINK', 'EXTERNAL_LINK', 'SET_LOCATION']],
  ['productPageSize', productPageSize, 12],
  ['orderPageSize', orderPageSize, 10],
  ['pollIntervalMs', pollIntervalMs, 2000],
  ['installIconDelayMs', installIconDelayMs, 3000],
  ['copiedNoticeMs', copiedNoticeMs, 2000],
  ['mobileBreakpointPx', mobileBreakpointPx, 768],
  ['footerMaxWidthPx', footerMaxWidthPx, 1600],
  ['sideMenuLabelLength', sideMenuLabelLength, 20],
  ['submenuLabelLength', submenuLabelLength, 24],
  ['sharePopup', sharePopup, { width: 800, height: 500 }],
  ['openIdParameter', openIdParameter, 'wmpoid'],
  ['campaignPathLength', campaignPathLength, '/store/groupCampaign/'.length],
  ['xsrfCookie', xsrfCookie, 'XSRF-TOKEN'],
  ['xsrfHeader', xsrfHeader, 'X-XSRF-TOKEN'],
])('%s is what the specification says', (_, value, said) => {
  expect(value).toEqual(said)
})
