import type { ReactNode } from 'react'
import { LanguageSwitch } from '../frame/language-switch.tsx'
import { useTitle } from '../frame/page.tsx'

interface EntranceProps {
  title: string
  intro: string
  children: ReactNode
}

/** A page before the sign-in: one card in the middle. */
export function Entrance({ title, intro, children }: EntranceProps) {
  useTitle(title)
  return (
    <main className="entrance">
      <LanguageSwitch />
      <div className="card stack">
        <div>
          <h1>{title}</h1>
          <p className="page-intro">{intro}</p>
        </div>
        {children}
      </div>
    </main>
  )
}
