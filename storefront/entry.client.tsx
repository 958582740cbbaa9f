import { StrictMode, startTransition, useLayoutEffect } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <HydratedRouter />
      <EarlyChoices />
    </StrictMode>,
  )
})

/** What was ticked before React took the page over, by a quick shopper or by the browser after Back, counts. */
function EarlyChoices() {
  useLayoutEffect(() => {
    for (const input of document.querySelectorAll<HTMLInputElement>('[type=radio], [type=checkbox]')) {
      const isTouched = input.checked !== input.defaultChecked
      if (!isTouched || (input.type === 'radio' && !input.checked)) continue
      // React hears only of a click that changes what it knows.
      input.checked = !input.checked
      input.click()
    }
  }, [])
  return null
}
