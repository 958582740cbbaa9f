import { bookMessages } from '#contract/messages/office-books.ts'
import { useTextsWith } from '../core/texts.tsx'

export const useBookTexts = () => useTextsWith(bookMessages)
