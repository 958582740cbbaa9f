import { noticeMessages } from '#contract/messages/office-notices.ts'
import { useTextsWith } from '../core/texts.tsx'

export const useNoticeTexts = () => useTextsWith(noticeMessages)
