import { useEffect, useState } from 'react'
import { copiedMs } from '#contract/constants.ts'
import { useShop } from '#storefront/shop.ts'
import { Icon } from '#storefront/ui/icon.tsx'

/** Shares this page through the system, else copies its address and says so for a moment. */
export function ShareButton({ title }: { title: string }) {
  const { t } = useShop()
  const [isCopied, setCopied] = useState(false)
  useEffect(() => {
    if (!isCopied) return
    const timer = setTimeout(() => setCopied(false), copiedMs)
    return () => clearTimeout(timer)
  }, [isCopied])
  return (
    <button type="button" className="share" onClick={async () => setCopied(await share(title))}>
      <Icon name={isCopied ? 'check' : 'external'} />
      <span aria-live="polite">{t(isCopied ? 'store.copied' : 'store.share')}</span>
    </button>
  )
}

/** Whether the address was copied rather than shared. */
async function share(title: string): Promise<boolean> {
  const url = location.href
  if (navigator.share) {
    // Closing the system's sheet rejects; that is an answer, not a failure.
    await navigator.share({ title, url }).catch(() => undefined)
    return false
  }
  if (navigator.clipboard)
    return navigator.clipboard.writeText(url).then(
      () => true,
      () => copyBySelection(url),
    )
  return copyBySelection(url)
}

/** For pages without https, where there is no clipboard to ask for. */
function copyBySelection(text: string): boolean {
  const field = document.createElement('textarea')
  field.value = text
  document.body.append(field)
  field.select()
  const isDone = document.execCommand('copy')
  field.remove()
  return isDone
}
