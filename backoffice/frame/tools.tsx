import { lazy, Suspense, useEffect, useState } from 'react'
import { Icon } from '#ui/icon.tsx'
import { useTexts } from '../core/texts.tsx'
import { useShortcuts } from './keys.ts'

const loadPalette = () => import('../palette/palette.tsx')
const Palette = lazy(async () => ({ default: (await loadPalette()).Palette }))
const HelpPanel = lazy(async () => ({ default: (await import('../help/help-panel.tsx')).HelpPanel }))

/** Search and help. Buttons and keyboard shortcuts open them on every page. Both load on demand. */
export function Tools() {
  const { t } = useTexts()
  const [open, setOpen] = useState<'search' | 'help' | null>(null)
  useShortcuts(setOpen)
  useEffect(() => {
    // Preloads the palette on devices with a keyboard. On these devices, staff type as soon as the palette opens, and
    // no letter must get lost while the palette loads.
    if (matchMedia('(any-pointer: fine)').matches) void loadPalette()
  }, [])
  const close = () => setOpen(null)
  return (
    <div className="frame-tools">
      <button
        type="button"
        className="icon-button frame-search"
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K Meta+K"
        onClick={() => setOpen('search')}
      >
        <Icon name="search" />
        <span>{t('office.search')}</span>
        <span className="key" aria-hidden="true">
          Ctrl K
        </span>
      </button>
      <button
        type="button"
        className="icon-button frame-help"
        aria-haspopup="dialog"
        aria-label={t('office.help')}
        onClick={() => setOpen('help')}
      >
        ?
      </button>
      <Suspense>
        {open === 'search' && <Palette onClose={close} />}
        {open === 'help' && <HelpPanel onClose={close} />}
      </Suspense>
    </div>
  )
}
