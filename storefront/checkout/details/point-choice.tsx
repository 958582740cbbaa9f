import type { PickupPoint } from '#contract/campaigns.ts'
import type { CheckoutConfig } from '#contract/checkout.ts'
import { formatTime } from '#contract/format.ts'
import { fulfilmentMethods, goesTo } from '#contract/fulfilment-methods.ts'
import { useShop } from '#storefront/core/shop.ts'
import { formatDay } from '#storefront/core/time/format.ts'
import '#storefront/checkout/checkout.css'
import './details.css'

/** The form value for an order that joins an existing order and keeps that order's pickup point and window. */
export const joinedSlot = 'joined'

/** The form value for a pickup point's window with its method: `PICKUP church-street 2026-11-28 10:00`. */
export const windowValue = (
  { method, id }: Pick<PickupPoint, 'method' | 'id'>,
  { date, from }: { date: string; from: string },
) => `${method} ${id} ${date} ${from}`

interface PointChoiceProps {
  campaign: NonNullable<CheckoutConfig['campaign']>
  /** The chosen window, in the format of `windowValue`. */
  chosen: string
  onChoose: (method: PickupPoint['method']) => void
  error: string | undefined
}

/**
 * The choice of a group-buy's pickup point and window. An addition to an existing order keeps that order's point and
 * window.
 */
export function PointChoice({ campaign: { points, isJoined }, chosen, onChoose, error }: PointChoiceProps) {
  const { t } = useShop()
  const values = points.flatMap((point) =>
    point.windows.filter(({ state }) => state !== 'full').map((window) => windowValue(point, window)),
  )
  const selected = values.includes(chosen) ? chosen : values[0]
  return (
    <fieldset
      className="checkout-part"
      id="checkout-slot"
      tabIndex={-1}
      aria-describedby={error && 'checkout-slot-error'}
    >
      <legend>
        {t(points.some(({ method }) => goesTo(method, 'address')) ? 'campaign.choose_way' : 'campaign.choose_point')}
      </legend>
      {isJoined ? (
        <JoinedPickup points={points} />
      ) : (
        <div className="points">
          {points.map((point) => (
            <Point key={point.id} point={point} chosen={selected} onChoose={() => onChoose(point.method)} />
          ))}
        </div>
      )}
      {error && (
        <p className="field-error" id="checkout-slot-error">
          {error}
        </p>
      )}
    </fieldset>
  )
}

function JoinedPickup({ points }: { points: PickupPoint[] }) {
  const { t, say, locale } = useShop()
  const [point] = points
  const window = point?.windows[0]
  return (
    <>
      <input type="hidden" name="slot" value={joinedSlot} />
      <input
        type="hidden"
        name="method"
        value={point?.method}
        data-place={point && fulfilmentMethods[point.method].place}
      />
      <p>{t('campaign.same_pickup')}</p>
      {point && window && (
        <p>
          <strong>{say(point.name)}</strong>{' '}
          {t('campaign.window', {
            day: formatDay(window.date, locale),
            span: formatTime(window.from, locale, window.until),
          })}
        </p>
      )}
    </>
  )
}

function Point({ point, chosen, onChoose }: { point: PickupPoint; chosen: string | undefined; onChoose: () => void }) {
  const { t, say, langOf, locale } = useShop()
  const { id, name, address, note, windows } = point
  return (
    <div className="point" role="radiogroup" aria-labelledby={`point-${id}`}>
      <p id={`point-${id}`} lang={langOf(name)}>
        <strong>{say(name)}</strong>
      </p>
      {address && <p className="field-hint">{address}</p>}
      {say(note) && (
        <p className="field-hint" lang={langOf(note)}>
          {say(note)}
        </p>
      )}
      <div className="ways">
        {windows.map((window) => {
          const value = windowValue(point, window)
          return (
            <label key={value} className="way">
              <input
                type="radio"
                name="slot"
                value={value}
                data-place={fulfilmentMethods[point.method].place}
                defaultChecked={value === chosen}
                onChange={onChoose}
                disabled={window.state === 'full'}
              />
              <span className="way-body">
                <strong>
                  {t('campaign.window', {
                    day: formatDay(window.date, locale),
                    span: formatTime(window.from, locale, window.until),
                  })}
                </strong>
                {window.state !== 'free' && <span className="field-hint">{t(`campaign.window_${window.state}`)}</span>}
              </span>
            </label>
          )
        })}
      </div>
    </div>
  )
}
