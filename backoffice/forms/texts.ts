import { formMessages } from '#contract/messages/office-form.ts'
import { useTextsWith } from '../core/texts.tsx'

export const useFormTexts = () => useTextsWith(formMessages)
