import { adjustmentLabel } from '#contract/adjustment-label.ts'
import { balanceLabel, paidOnline } from '#contract/balance.ts'
import type { Line } from '#contract/cart.ts'
import type { Adjustment } from '#contract/checkout.ts'
import { textInAllLanguages } from '#contract/languages.ts'
import type { Money } from '#contract/money.ts'
import type { Order } from '#contract/orders.ts'
import { lowStockThreshold } from '#contract/quantities.ts'
import { useShop } from '#storefront/core/shop.ts'
import { Price } from '#storefront/parts/price.tsx'
import { Picture } from '#ui/picture.tsx'
import './bill.css'
import './checkout.css'

/** The lines of a bill in short rows. On a receipt, each row also has the taxes of its line. */
export function BillLines({ lines, taxOf }: { lines: Line[]; taxOf?: (line: Line) => string }) {
  const { t, say, langOf } = useShop()
  return (
    <ul className="bill-lines">
      {lines.map((line) => (
        <li key={line.key}>
          <Picture image={line.image} sizes="56px" decorative className="bill-picture" />
          <div className="bill-what">
            <span className="bill-name" lang={langOf(line.name)}>
              <span className="bill-count">{t('checkout.times', { count: line.quantity })}</span> {say(line.name)}
            </span>
            <Choices line={line} />
            {taxOf && <span className="line-choice">{taxOf(line)}</span>}
            {line.problem && <span className="field-error">{problemText(line, { t, say })}</span>}
          </div>
          <Price money={line.total} />
        </li>
      ))}
    </ul>
  )
}

/** The reason why the shopper cannot buy a line as it is, and what to do about it. */
export function problemText(
  { problem, purchasable, modifiers }: Line,
  { t, say }: Pick<ReturnType<typeof useShop>, 't' | 'say'>,
): string {
  const soldOutModifier = modifiers.find(({ isSoldOut }) => isSoldOut)
  if (soldOutModifier) return t('cart.line_modifier_sold_out', { modifier: say(soldOutModifier.name) })
  const unofferedModifier = modifiers.find(({ isNotOffered }) => isNotOffered)
  if (unofferedModifier) return t('cart.line_modifier_not_offered', { modifier: say(unofferedModifier.name) })
  if (problem === 'unavailable') return t('cart.line_unavailable')
  if (problem === 'apart') return t('cart.line_apart')
  if (!purchasable) return t('cart.line_out_of_stock')
  return t(purchasable > lowStockThreshold ? 'cart.line_up_to' : 'cart.line_too_many', { purchasable })
}

/** The options, modifiers and note of a line. */
export function Choices({ line }: { line: Line }) {
  const { t, say, langOf } = useShop()
  const options = say(line.optionText)
  return (
    <>
      {options && (
        <span className="line-choice" lang={langOf(line.optionText)}>
          {options}
        </span>
      )}
      {line.modifiers.map(({ id, name, quantity, price }) => (
        <span key={id} className="line-choice" lang={langOf(name)}>
          {say(name)}
          {quantity > 1 && ` × ${quantity}`}
          {price.amount > 0 && (
            <>
              {' +'}
              <Price money={price} />
            </>
          )}
        </span>
      ))}
      {line.priceReason === 'member' && <span className="line-choice">{t('membership.line')}</span>}
      {line.prepayment && <DepositPart {...line.prepayment} currency={line.total.currency} />}
      {line.note && <span className="line-choice">{t('cart.note', { note: line.note })}</span>}
    </>
  )
}

/** The deposit: the part of a line's price that is paid when ordering. */
function DepositPart({ currency, ...rule }: NonNullable<Line['prepayment']> & { currency: string }) {
  const { t, moneyText } = useShop()
  const depositText =
    'percent' in rule
      ? `${rule.percent}%`
      : t('money.deposit_each', { amount: moneyText({ amount: rule.amount, currency }) })
  return <span className="line-choice">{t('money.deposit_part', { part: depositText })}</span>
}

/** The code and the discount of a coupon in short, for folded summaries. Renders nothing without a discount. */
export function CouponDiscount({ adjustments }: { adjustments: Adjustment[] }) {
  const discounts = adjustments.filter(({ code }) => code)
  const [first] = discounts
  if (!first) return null
  let amount = 0
  for (const discount of discounts) amount += discount.amount.amount
  return (
    <small className="coupon-off">
      {first.code} <Price money={{ ...first.amount, amount }} />
    </small>
  )
}

interface BillTotalsProps {
  subtotal: Money
  adjustments: Adjustment[]
  total: Money
  /** How much the membership saved on the order. */
  memberSaved?: Money
  /** The store credit applied to the bill. */
  credit: Money
  /** The amount to pay when placing the order. */
  amountDue: Money
  /**
   * The amount to pay after ordering. Its label depends on `method` and on the three statuses below (see
   * `balanceLabel`).
   */
  balance: Money
  balanceStatus?: Order['balanceStatus']
  method: Order['method']
  status?: Order['status']
  fulfilmentStatus?: Order['fulfilmentStatus']
  /** The label of the total, such as "Total" or "Paid". */
  label: string
}

/** All sums of a bill with their labels: subtotal, adjustments, total and amounts to pay. */
export function BillTotals({ memberSaved, ...sums }: BillTotalsProps) {
  const { t, moneyText } = useShop()
  return (
    <>
      <Totals {...sums} />
      {memberSaved && memberSaved.amount > 0 && (
        <p className="totals-saved">{t('membership.saved_order', { amount: moneyText(memberSaved) })}</p>
      )}
    </>
  )
}

function Totals({ subtotal, adjustments, label, ...sums }: Omit<BillTotalsProps, 'memberSaved'>) {
  const { t, say, langOf, moneyText } = useShop()
  const { total, credit, amountDue, balance } = sums
  const isSplit = amountDue.amount !== total.amount
  // Canadian shoppers expect a line about tax. If there is no tax, as for basic groceries, the line shows 0.
  const isUntaxed = total.amount > 0 && !adjustments.some(({ kind }) => kind === 'tax')
  const isTotal = label === t('checkout.total') || label === t('checkout.total_estimated')
  return (
    <dl className="totals">
      <div>
        <dt>{t('checkout.subtotal')}</dt>
        <dd>
          <Price money={subtotal} />
        </dd>
      </div>
      {adjustments.map((adjustment) => (
        <TotalsRow
          key={adjustment.kind + textInAllLanguages(adjustment.label) + adjustment.amount.amount}
          label={adjustmentLabel(adjustment, { say: t, pick: say, money: moneyText })}
          lang={langOf(adjustment.label)}
          money={adjustment.amount}
        />
      ))}
      {isUntaxed && <TotalsRow label={t('checkout.tax')} money={{ ...total, amount: 0 }} />}
      {isSplit && <TotalsRow label={t('checkout.total')} money={total} />}
      {credit.amount > 0 && <TotalsRow label={t('money.credit')} money={{ ...credit, amount: -credit.amount }} />}
      {sums.balanceStatus === 'PAID' && <TotalsRow label={t('money.deposit_paid')} money={amountDue} />}
      {balance.amount > 0 && <TotalsRow label={t(balanceLabel(sums))} money={balance} />}
      <div className="totals-sum">
        <dt>{isSplit && isTotal ? t('money.due_now') : label}</dt>
        <dd>
          <Price money={paidOnline(sums)} />
        </dd>
      </div>
    </dl>
  )
}

function TotalsRow({ label, lang, money }: { label: string; lang?: string | undefined; money: Money }) {
  return (
    <div>
      <dt lang={lang}>{label}</dt>
      <dd>
        <Price money={money} />
      </dd>
    </div>
  )
}
