import { useFetcher } from 'react-router'
import { campaignPath } from '#storefront/cards/facts.ts'
import { useShop } from '#storefront/core/shop.ts'
import { Check } from '#ui/check.tsx'

/** A checkbox, shown at checkout, that hides the shopper's name in the list of participants. */
export function HideName({ isHidden }: { isHidden: boolean }) {
  const { t } = useShop()
  return (
    <Check name="hidesName" label={t('campaign.hide_name')} hint={t('campaign.hide_hint')} defaultChecked={isHidden} />
  )
}

/** A button, shown after checkout, that hides or shows the shopper's name. */
export function HideNameButton({ campaignId, isHidden }: { campaignId: string; isHidden: boolean }) {
  const { t } = useShop()
  const fetcher = useFetcher()
  return (
    <fetcher.Form method="post" action={campaignPath(campaignId)}>
      <input type="hidden" name="isHidden" value={isHidden ? 'no' : 'yes'} />
      <button type="submit" className="link" aria-busy={fetcher.state !== 'idle' || undefined}>
        {t(isHidden ? 'campaign.show_now' : 'campaign.hide_now')}
      </button>
    </fetcher.Form>
  )
}
