import { Form } from 'react-router'
import type { Profile } from '#contract/account.ts'
import { useShop } from '#storefront/core/shop.ts'
import { useDay } from '#storefront/core/time/use-day.ts'
import { SendButton } from '#ui/send-button.tsx'
import '#storefront/parts/plain-page.css'

/**
 * The member's sessions. Each session except the current one has a button to end it. If there are more than two
 * sessions, another button ends all except the current one.
 */
export function Devices({ devices }: { devices: Profile['devices'] }) {
  const { t } = useShop()
  const day = useDay()
  return (
    <>
      <ul className="user-rows">
        {devices.map(({ id, name, isThis, lastSeenAt }) => {
          const deviceName = name || t('user.device_unknown')
          return (
            <li key={id}>
              <span>
                <strong>{deviceName}</strong>
                <small>{isThis ? t('user.device_this') : t('user.device_seen', { when: day(lastSeenAt) })}</small>
              </span>
              {!isThis && (
                <Form method="post">
                  <input type="hidden" name="id" value={id} />
                  <SendButton
                    intent="end"
                    className="button-quiet"
                    label={t('user.device_end_named', { name: deviceName })}
                  >
                    {t('user.device_end')}
                  </SendButton>
                </Form>
              )}
            </li>
          )
        })}
      </ul>
      {devices.length > 2 && (
        <Form method="post">
          <SendButton intent="end" className="button-quiet">
            {t('user.devices_end')}
          </SendButton>
        </Form>
      )}
    </>
  )
}
