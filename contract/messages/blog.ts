import type { Row } from '../languages.ts'

/** Texts of an article's card in lists. */
export const articleCardMessages = {
  'blog.minutes.one': ['{count} min read', '阅读约 {count} 分钟'],
  'blog.minutes.other': ['{count} min read', '阅读约 {count} 分钟'],
  'blog.only_en': ['In English', '英文'],
  'blog.only_zh': ['In Chinese', '中文'],
  'blog.only_en_text': ['This story is in English only so far.', '这篇目前只有英文。'],
  'blog.only_zh_text': ['This story is in Chinese only so far.', '这篇目前只有中文。'],
} as const satisfies Record<string, Row>

/** Texts of the blog's pages. */
export const blogMessages = {
  'blog.title': ['Stories', '店里的故事'],
  'blog.description': [
    'Stories from {store}: what we sell, where it comes from, and how to make the most of it.',
    '{store}卖些什么、东西从哪来、怎么用才好，都写在这里。',
  ],
  'blog.topics': ['Topics', '文章分类'],
  'blog.all': ['Everything', '全部'],
  'blog.tagged': ['Tagged “{name}”', '带“{name}”的文章'],
  'blog.by': ['By {name}', '文 / {name}'],
  ...articleCardMessages,
  'blog.tags': ['Tags', '标签'],
  'blog.related': ['Read next', '接着读'],
  'blog.empty': ['No stories yet.', '这里还没有文章。'],
  'blog.back': ['All stories', '全部文章'],
  'blog.pages': ['Pages', '分页'],
  'blog.page': ['Page {page} of {pages}', '第 {page} 页，共 {pages} 页'],
  'blog.newer': ['Newer', '更新的'],
  'blog.older': ['Older', '更早的'],
  'blog.feed': ['Subscribe (RSS)', '订阅（RSS）'],
  'blog.missing_title': ['We could not find this story', '没有这篇文章'],
  'blog.missing_text': ['It may have been taken down, or the address may be wrong.', '可能已经撤下，或者地址不太对。'],
} as const satisfies Record<string, Row>
