import { useEffect, useState } from 'react'
import type { ProductDetail } from '#contract/catalogue.ts'
import { dateFormat } from '#contract/date-format.ts'
import { toLang } from '#contract/languages.ts'
import { toLeadTime } from '#contract/lead-time.ts'
import { browserApi } from '#storefront/core/data.ts'
import { useShop } from '#storefront/core/shop.ts'

type ReadyTime = NonNullable<
  Awaited<ReturnType<Awaited<ReturnType<typeof browserApi>>['catalogue']['inventory']>>['ready']
>

/**
 * Shows a product's lead time. In the browser, also shows the earliest time at which the product can be ready, and the
 * deadline for an order for that time.
 */
export function LeadTime({ product, leadMinutes }: { product: ProductDetail; leadMinutes: number }) {
  const { t, count } = useShop()
  const { unit, count: number } = toLeadTime(leadMinutes)
  const ready = useReady(product)
  return (
    <div>
      <p>{t('store.lead', { lead: count(`lead.${unit}`, number) })}</p>
      {ready && <ReadyTimes ready={ready} />}
    </div>
  )
}

/**
 * The earliest time at which the product can be ready; null until it is known. The browser requests it, because a
 * cached page may be outdated.
 */
function useReady({ id, variants }: ProductDetail): ReadyTime | null {
  const [ready, setReady] = useState<ReadyTime | null>(null)
  const optionPair = variants[0]?.optionPair
  useEffect(() => {
    let isCancelled = false
    browserApi()
      .then((api) => api.catalogue.inventory({ id, ...(optionPair && { optionPair }) }))
      .then((response) => {
        if (!isCancelled) setReady(response.ready)
      })
      .catch(() => undefined)
    return () => {
      isCancelled = true
    }
  }, [id, optionPair])
  return ready
}

function ReadyTimes({ ready: { date, time, orderBy, timeZone } }: { ready: ReadyTime }) {
  const { t, locale } = useShop()
  const format = (at: Date, timeZone: string) =>
    dateFormat(toLang(locale), {
      weekday: 'short',
      month: 'short',
      day: 'numeric',
      hour: 'numeric',
      minute: '2-digit',
      timeZone,
    }).format(at)
  const when = format(new Date(`${date}T${time}:00Z`), 'UTC')
  return (
    <p className="field-hint">
      {t('store.ready_from', { when })} {t('store.order_by', { by: format(new Date(orderBy), timeZone) })}
    </p>
  )
}
