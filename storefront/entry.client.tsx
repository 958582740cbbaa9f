import type { ReactNode } from 'react'
import { StrictMode, startTransition, useLayoutEffect } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'

// The router reads the key of the history entry when it starts and after each `popstate` event. So these lines must run
// before the router starts.
nameHistoryEntry()
window.addEventListener('popstate', nameHistoryEntry)

/**
 * A link such as `#items` creates a history entry without a key. This function gives the entry a key. To the router,
 * all entries without a key are the same place, so `ScrollRestoration` would keep only one position for them.
 */
function nameHistoryEntry() {
  const { state } = window.history
  // `idx` is the router's position of the entry in the history. Null tells the router that the position is unknown.
  if (!state?.key) window.history.replaceState({ idx: null, ...state, key: Math.random().toString(32).slice(2) }, '')
}

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <PreserveEarlyInput>
        <HydratedRouter />
      </PreserveEarlyInput>
    </StrictMode>,
  )
})

/**
 * Preserves input that a shopper typed before hydration, or that the browser restored when the shopper went back. This
 * component must wrap the pages. A component beside the pages would change the ids that React generates for the pages'
 * fields, and the ids would differ from those in the server's HTML.
 */
function PreserveEarlyInput({ children }: { children: ReactNode }) {
  useLayoutEffect(() => {
    for (const input of document.querySelectorAll<HTMLInputElement>('[type=radio], [type=checkbox]')) {
      const isChanged = input.checked !== input.defaultChecked
      if (!isChanged || (input.type === 'radio' && !input.checked)) continue
      // React ignores a click if it leaves the input with the value that React last saw. So this code restores the old
      // value before the click.
      input.checked = !input.checked
      input.click()
    }
    for (const select of document.querySelectorAll('select')) {
      const defaultIndex = [...select.options].findIndex((option) => option.defaultSelected)
      if (select.selectedIndex !== Math.max(0, defaultIndex))
        select.dispatchEvent(new Event('change', { bubbles: true }))
    }
    for (const field of document.querySelectorAll<Field>(textFieldSelector)) {
      // Waits until this render has ended, because React ignores input and resets the field during a render.
      if (field.value !== field.defaultValue) queueMicrotask(() => notifyReactOfInput(field))
    }
  }, [])
  return children
}

type Field = HTMLInputElement | HTMLTextAreaElement
const textFieldSelector = `textarea, input${['radio', 'checkbox', 'hidden', 'password', 'file'].map((type) => `:not([type=${type}])`).join('')}`

/**
 * Tells React about typed text. React handles an input event only if the field's value differs from the value that
 * React last saw or set. This function therefore resets the value first.
 */
function notifyReactOfInput(field: Field) {
  const typedValue = field.value
  field.value = field.defaultValue
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, typedValue)
  field.dispatchEvent(new Event('input', { bubbles: true }))
  if (field !== document.activeElement) field.dispatchEvent(new Event('focusout', { bubbles: true }))
}
