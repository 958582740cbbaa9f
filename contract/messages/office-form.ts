import type { Row } from '../languages.ts'

/** Texts of the back office's forms. */
export const formMessages = {
  'form.changes': ['Not saved yet: {names}', '尚未保存：{names}'],
  'form.comma': [', ', '、'],
  'form.and_more': [' and more', ' 等'],
  'form.discard': ['Discard', '放弃修改'],
  'form.draft': ['You typed changes on {date} and did not save them.', '你在 {date} 做过修改，但没有保存。'],
  'form.restore': ['Put them back', '恢复'],
  'form.drop': ['Delete them', '删除'],
  'form.leave_title': ['Leave without saving?', '不保存就离开？'],
  'form.leave_hint': ['Your changes stay on this device for seven days.', '修改会在这台设备上保留七天。'],
  'form.leave_lost': ['Your changes will be lost.', '修改不会保留。'],
  'form.newer': [
    'Somebody changed this meanwhile. What you typed is still here, but cannot be saved over it.',
    '刚刚有人改过这里。你填的内容还在，但不能直接覆盖对方的修改。',
  ],
  'form.take': ['Drop mine and show the present state', '放弃我的修改，显示最新内容'],
  'form.stay': ['Stay on the page', '留在本页'],
  'form.leave': ['Leave', '离开'],
  'form.somebody': ['Somebody', '有人'],
  'form.changed_by': ['{who} changed this meanwhile', '{who}刚刚改过这里'],
  'form.changed_by_at': ['{who} changed this meanwhile, {time}', '{who}在 {time} 改过这里'],
  'form.merged': [
    'Their changes are in the form now, beside yours. Look it over and save.',
    '对方的修改已合并到表单，你的修改也还在。请检查后保存。',
  ],
  'form.conflicts': [
    'You both changed the fields below. Choose what counts, then save. Other changes are merged.',
    '以下内容你们都改过。请选择以谁为准，然后保存；其他修改已合并。',
  ],
  'form.was': ['As it was', '原来'],
  'form.mine': ['Yours', '你改的'],
  'form.theirs': ['From {who}', '{who}改的'],
  'form.yes': ['Yes', '是'],
  'form.no': ['No', '否'],
  'form.empty': ['(empty)', '（空）'],
  'form.picture_add': ['Add a picture', '添加图片'],
  'form.picture_replace': ['Another picture', '换一张图片'],
  'form.picture_hint': ['A photo from your phone is fine, at most 8 MB', '手机照片即可，最大 8 MB'],
  'form.picture_failed': [
    'The picture could not be stored. Choose one of at most 8 MB.',
    '图片没能保存，请选择不超过 8 MB 的图片。',
  ],
  'form.picture_busy': ['Uploading the picture…', '正在上传图片…'],
  'form.picture_remove': ['Remove the picture', '去掉图片'],
} as const satisfies Record<string, Row>
