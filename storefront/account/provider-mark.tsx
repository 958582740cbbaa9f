import type { IdentityProvider } from '#contract/identity.ts'

/** A provider's logo in the colour of the text. Decorative, because the provider's name is beside it. */
export function ProviderMark({ provider }: { provider: IdentityProvider }) {
  return (
    <svg className="icon" viewBox="0 0 40 40" aria-hidden="true">
      {logos[provider]}
    </svg>
  )
}

const logos = {
  // Two speech bubbles.
  wechat: (
    <g fill="currentColor" stroke="none">
      <path d="M16 5C8.300 5 2 10 2 16.300c0 3.500 1.900 6.500 5 8.600l-1.300 4.300 5-2.600c1.400.4 3 .7 4.600.7a11 11 0 0 1-.4-2.900c0-6.300 6-11.400 13.300-11.600C26.500 8.300 21.700 5 16 5z" />
      <path d="M39 24.500c0-5.300-5-9.500-11-9.500s-11 4.200-11 9.500S22 34 28 34c1.400 0 2.800-.2 4.100-.7l3.900 2.100-1-3.500c2.500-1.800 4-4.500 4-7.400z" />
    </g>
  ),
  // The character 支, with its last stroke extended to the right.
  alipay: (
    <path
      fill="none"
      stroke="currentColor"
      strokeWidth="3.200"
      strokeLinecap="round"
      d="M7 11h26M20 4v13M9 17h21c-2.500 8.500-8.500 15-17 15-5 0-7.500-2.400-7.500-5.200s2.600-5.200 6.500-5.200c6.500 0 12.500 5 26.500 9.700"
    />
  ),
} satisfies Record<IdentityProvider, unknown>
