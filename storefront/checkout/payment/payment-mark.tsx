import './payment.css'
/** A simple icon beside the name of a payment method. */
export function PaymentMark({ icon }: { icon: string }) {
  return (
    <svg className="payment-mark" data-mark={icon} viewBox="0 0 40 40" aria-hidden="true">
      <rect className="mark-ground" width="40" height="40" rx="10" />
      <Sign icon={icon} />
    </svg>
  )
}

function Sign({ icon }: { icon: string }) {
  if (icon === 'snappay_wechat' || icon === 'wechat_mini_program')
    return (
      <>
        <path d="M17 10c-6 0-10 3.700-10 8.200 0 2.600 1.400 4.800 3.600 6.300l-.9 3 3.500-1.800c1.200.3 2.400.5 3.800.5h.9a7.600 7.600 0 0 1-.3-2c0-4.600 4.300-7.900 9.300-7.900C26 12.400 22 10 17 10z" />
        <path d="M33 24.300c0-3.700-3.500-6.600-7.600-6.600s-7.600 2.900-7.600 6.600 3.500 6.600 7.600 6.600c1 0 2-.1 2.900-.4l2.700 1.400-.7-2.300c1.700-1.300 2.700-3.100 2.700-5.300z" />
      </>
    )
  if (icon === 'snappay_alipay')
    return (
      <path
        className="mark-line"
        d="M11 14h18M20 9v5M13 19h14c-1.500 5-5.500 9.500-14 11.500M9.500 26c3-3.500 9-2 21 4"
      />
    )
  if (icon === 'snappay_unionpay')
    return (
      <>
        <path className="mark-red" d="M11 10h8l-4.500 20h-8z" />
        <path className="mark-blue" d="M18 10h8l-4.500 20h-8z" />
        <path className="mark-teal" d="M25 10h8.500L29 30h-8.500z" />
      </>
    )
  if (icon === 'paypal')
    return (
      <>
        <path
          className="mark-blue"
          d="M14 9h9c4.500 0 7 2.500 6.200 6.500-.9 4.600-4.200 6.500-8.700 6.500h-3.300l-1.400 7H10.500z"
        />
        <path
          className="mark-teal"
          d="M30.500 14.500c1.300 1.300 1.600 3.200 1.200 5.200-.9 4.400-4.100 6.300-8.400 6.300h-2.500l-1.200 6h-4.600l.4-2h2.200l1.400-7h3.300c4.700 0 8.200-2.400 9.200-8.500z"
        />
      </>
    )
  const word = words[icon]
  if (word)
    return (
      <text className="mark-word" x="20" y="20">
        {word}
      </text>
    )
  return (
    <path
      className="mark-line"
      d="M9 17l2.500-7h17l2.500 7M9 17a3.700 3.700 0 0 0 7.300 0 3.700 3.700 0 0 0 7.400 0 3.700 3.700 0 0 0 7.300 0M11 21v10h18V21M17 31v-6h6v6"
    />
  )
}

const words: Record<string, string> = {
  ott: 'OTT',
  citcon: 'Citcon',
  iotpay: 'IOT',
  opay: 'OPay',
  test_payment: 'TEST',
}
