import type { ReactNode } from 'react'
import { UiTextsContext } from '#ui/texts.ts'
import { useShop } from './shop.ts'

/** Provides the shop's language and texts to the components of `ui/`. */
export function ShopUi({ children }: { children: ReactNode }) {
  const { app, t, say } = useShop()
  const pictureBase = app.appDetail.cdnpath.replace(/\/$/, '')
  return <UiTextsContext value={{ t, say, pictureBase }}>{children}</UiTextsContext>
}
