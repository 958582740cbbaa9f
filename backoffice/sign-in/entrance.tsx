import type { ReactNode } from 'react'
import { LanguageSwitch } from '../frame/language-switch.tsx'
import { useTitle } from '../frame/page.tsx'

interface EntranceProps {
  title: string
  intro: string
  children: ReactNode
}

/** A page that is shown before the sign-in, with a single centred card. */
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
