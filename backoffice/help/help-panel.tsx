import { useLayoutEffect, useRef, useState } from 'react'
import { Link, matchRoutes, useLocation } from 'react-router'
import { helpPaths } from '#contract/messages/office-help.ts'
import { Icon } from '#ui/icon.tsx'
import { useFrame } from '../core/me.ts'
import { areShortcutsEnabled, findCreateControl, parentPath } from '../frame/keys.ts'
import { pagesFor } from '../frame/pages.ts'
import { useHelpTexts } from './texts.ts'
import './help.css'

/** Explains the page: what it is for, what to do next, and its keyboard shortcuts. */
export function HelpPanel({ onClose }: { onClose: () => void }) {
  const { t } = useHelpTexts()
  const { pathname } = useLocation()
  const dialog = useRef<HTMLDialogElement>(null)
  // The title of the page at the time when the panel opens. On the page "Today", the heading is a greeting. So the
  // panel shows the title that this page has in the menu.
  const [title] = useState(() =>
    pathname === '/' ? t('office.today') : (document.querySelector('main h1')?.textContent ?? ''),
  )
  const path = helpPath(pathname)
  useLayoutEffect(() => {
    if (!dialog.current?.open) dialog.current?.showModal()
  }, [])
  const close = () => dialog.current?.close()
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the browser handles Escape; this click is on the backdrop
    <dialog
      ref={dialog}
      className="dialog help"
      aria-labelledby="help-title"
      onClose={onClose}
      onClick={(event) => {
        if (event.target === event.currentTarget) close()
      }}
    >
      <div className="dialog-box stack">
        <div className="dialog-head">
          <h2 id="help-title">{path ? t('help.about', { title }) : t('office.help')}</h2>
          <button type="button" className="icon-button" aria-label={t('help.close')} onClick={close}>
            <Icon name="close" />
          </button>
        </div>
        {path && (
          <>
            <p>{t(`about.${path}`)}</p>
            <h3>{t('help.next')}</h3>
            <p>{t(`next.${path}`)}</p>
          </>
        )}
        <ShortcutList onClose={close} />
      </div>
    </dialog>
  )
}

/** The entry of `helpPaths` that matches this page. Null if none matches. */
function helpPath(pathname: string) {
  const [match] =
    matchRoutes(
      helpPaths.map((path) => ({ path, id: path })),
      pathname,
    ) ?? []
  return helpPaths.find((path) => path === match?.route.id) ?? null
}

/** The text of a button, or the title of the card that contains a field. */
const labelOf = (control: HTMLElement | null) =>
  control?.textContent?.trim() || control?.closest('section')?.getAttribute('aria-label')

function ShortcutList({ onClose }: { onClose: () => void }) {
  const { t } = useHelpTexts()
  const { me } = useFrame()
  const { pathname } = useLocation()
  const [createLabel] = useState(() => labelOf(findCreateControl()) || t('keys.new'))
  const [canCreate] = useState(() => findCreateControl() !== null)
  const isOn = areShortcutsEnabled()
  const shortcuts: [string[], string][] = [[['Ctrl', 'K'], t('office.search')]]
  if (isOn) {
    shortcuts.push([['/'], t('office.search')], [['?'], t('keys.help')])
    if (canCreate) shortcuts.push([['n'], createLabel])
    if (parentPath(pathname, me)) shortcuts.push([['Esc'], t('keys.back')])
    for (const { key, title } of pagesFor(me)) shortcuts.push([['g', key], t(title)])
  }
  return (
    <details className="help-keys" open={matchMedia('(any-pointer: fine)').matches}>
      <summary>{t('help.keys')}</summary>
      {!isOn && <p className="soft">{t('keys.off')}</p>}
      <dl>
        {shortcuts.map(([combination, description]) => (
          <div key={combination.join(' ')}>
            <dt>
              {combination.map((key) => (
                <kbd key={key} className="key">
                  {key}
                </kbd>
              ))}
            </dt>
            <dd>{description}</dd>
          </div>
        ))}
      </dl>
      {!me.isOnDevice && (
        <Link to="/me#keys" onClick={onClose}>
          {t(isOn ? 'keys.switch_off' : 'keys.switch_on')}
        </Link>
      )}
    </details>
  )
}
