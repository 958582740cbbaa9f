import type { Row } from '../languages.ts'

/** Texts of the back office's page with the activity log. */
export const logPageMessages = {
  'log.intro': ['Who changed what, newest first.', '谁改了什么，最新的在前。'],
  'log.empty': ['Nothing has been changed yet', '还没有任何修改'],
  'log.empty_help': [
    'Every change by staff appears here with the old and the new value.',
    '员工的每次修改都会显示在这里，包含修改前后的内容。',
  ],
  'log.machine': ['The shop’s computer', '店铺电脑'],
  'log.before': ['Before', '修改前'],
  'log.after': ['After', '修改后'],
  'log.details': ['Details', '详情'],
  'log.filtered': ['Filtered', '已筛选'],
  'log.all': ['Show all', '显示全部'],
  'log.none_here': ['No change has been recorded here yet', '这里还没有修改记录'],
  'log.order': ['Order {number}', '订单 {number}'],
  'log.older': ['Show older ones', '查看更早的'],
} as const satisfies Record<string, Row>
