import type { SellingWindow } from '#contract/catalogue.ts'
import { isWritten } from '#contract/languages.ts'
import { windowHours } from '#contract/window-hours.ts'
import { useShop } from '#storefront/core/shop.ts'
import { Icon } from '#ui/icon.tsx'
import './price-tag.css'

/**
 * The hours when a product is available: "Lunch only, Mon–Fri 11 a.m.–2:30 p.m.", or the hours alone if the window has
 * no name. Renders nothing if the product is always available.
 */
export function Windows({ windows }: { windows: SellingWindow[] }) {
  const { t, say, locale } = useShop()
  return windows.map((window) => (
    <p key={`${window.from} ${window.weekdays.join()}`} className="window">
      <Icon name="clock" />
      <span>
        {isWritten(window.name)
          ? t('store.window', { name: say(window.name), when: windowHours(window, locale) })
          : windowHours(window, locale)}
      </span>
    </p>
  ))
}
