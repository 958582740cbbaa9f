import { casePageMessages } from '#contract/messages/office-cases.ts'
import { useTextsWith } from '../core/texts.tsx'

export const useCaseTexts = () => useTextsWith(casePageMessages)
