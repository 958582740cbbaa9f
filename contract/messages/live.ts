import type { Row } from '../languages.ts'

/** Texts of the page of live rooms. */
export const liveMessages = {
  'live.title': ['Live now and soon', '直播'],
  'live.text': ['Live rooms open in our WeChat mini-program.', '直播间在微信小程序里打开。'],
  'live.none': ['No live show is scheduled right now.', '暂时没有直播预告。'],
  'live.live': ['Live', '直播中'],
  'live.upcoming': ['Coming soon', '预告'],
  'live.paused': ['Paused', '暂停中'],
  'live.ended': ['Ended', '已结束'],
  'live.with': ['With {name}', '主播：{name}'],
  'live.open': ['Watch', '进入直播间'],
  'live.open_named': ['Watch {name}', '进入直播间：{name}'],
} as const satisfies Record<string, Row>
