import type { ReactNode } from 'react'
import { StrictMode, startTransition, useLayoutEffect } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <WithEarlyChoices>
        <HydratedRouter />
      </WithEarlyChoices>
    </StrictMode>,
  )
})

/**
 * Preserves input that a fast shopper made before hydration, or that the browser restored after Back. This component
 * must wrap the pages. A component beside the pages would change the ids that the server generated for the pages'
 * fields.
 */
function WithEarlyChoices({ children }: { children: ReactNode }) {
  useLayoutEffect(() => {
    for (const input of document.querySelectorAll<HTMLInputElement>('[type=radio], [type=checkbox]')) {
      const isTouched = input.checked !== input.defaultChecked
      if (!isTouched || (input.type === 'radio' && !input.checked)) continue
      // React ignores a click that sets the value that React last saw, so this code first restores the old value.
      input.checked = !input.checked
      input.click()
    }
    for (const select of document.querySelectorAll('select')) {
      const opening = [...select.options].findIndex((option) => option.defaultSelected)
      if (select.selectedIndex !== Math.max(0, opening)) select.dispatchEvent(new Event('change', { bubbles: true }))
    }
    for (const field of document.querySelectorAll<Field>(typedInto)) {
      // Waits until this render has ended, because React ignores input and resets the field during a render.
      if (field.value !== field.defaultValue) queueMicrotask(() => tellTyped(field))
    }
  }, [])
  return children
}

type Field = HTMLInputElement | HTMLTextAreaElement
const typedInto = `textarea, input${['radio', 'checkbox', 'hidden', 'password', 'file'].map((type) => `:not([type=${type}])`).join('')}`

/**
 * Tells React about typed text. React handles an input event only if the field's value differs from the value that
 * React last saw or set. This function therefore resets the value first.
 */
function tellTyped(field: Field) {
  const typed = field.value
  field.value = field.defaultValue
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, typed)
  field.dispatchEvent(new Event('input', { bubbles: true }))
  if (field !== document.activeElement) field.dispatchEvent(new Event('focusout', { bubbles: true }))
}
