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
 * What was ticked, selected or typed before React took the page over, by a quick shopper or by the browser after Back,
 * counts. It stands around the pages, for beside them it would change the ids that the server gave their fields.
 */
function WithEarlyChoices({ children }: { children: ReactNode }) {
  useLayoutEffect(() => {
    for (const input of document.querySelectorAll<HTMLInputElement>('[type=radio], [type=checkbox]')) {
      const isTouched = input.checked !== input.defaultChecked
      if (!isTouched || (input.type === 'radio' && !input.checked)) continue
      // React hears only of a click that changes what it knows.
      input.checked = !input.checked
      input.click()
    }
    for (const select of document.querySelectorAll('select')) {
      const opening = [...select.options].findIndex((option) => option.defaultSelected)
      if (select.selectedIndex !== Math.max(0, opening)) select.dispatchEvent(new Event('change', { bubbles: true }))
    }
    for (const field of document.querySelectorAll<Field>(typedInto)) {
      // Once this drawing is done: within it React takes nothing typed over, and puts the field back.
      if (field.value !== field.defaultValue) queueMicrotask(() => tellTyped(field))
    }
  }, [])
  return children
}

type Field = HTMLInputElement | HTMLTextAreaElement
const typedInto = `textarea, input${['radio', 'checkbox', 'hidden', 'password', 'file'].map((type) => `:not([type=${type}])`).join('')}`

/** React hears of what is typed only where a field's value is not what it last saw or set itself. */
function tellTyped(field: Field) {
  const typed = field.value
  field.value = field.defaultValue
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, typed)
  field.dispatchEvent(new Event('input', { bubbles: true }))
  if (field !== document.activeElement) field.dispatchEvent(new Event('focusout', { bubbles: true }))
}
