import { categoryPageMessages } from '#contract/messages/office-categories.ts'
import { useTextsWith } from '../core/texts.tsx'

export const useCategoryTexts = () => useTextsWith(categoryPageMessages)
