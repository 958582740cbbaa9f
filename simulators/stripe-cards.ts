/** A test card from Stripe's documentation (docs.stripe.com/testing). */
export interface TestCard {
  number: string
  brand: string
  result: 'paid' | 'declined' | 'insufficient_funds' | 'authentication' | 'disputed' | 'inquiry'
}

export const testCards: readonly [TestCard, ...TestCard[]] = [
  { number: '4242424242424242', brand: 'Visa', result: 'paid' },
  { number: '5555555555554444', brand: 'Mastercard', result: 'paid' },
  { number: '378282246310005', brand: 'American Express', result: 'paid' },
  { number: '4000000000000002', brand: 'Visa', result: 'declined' },
  { number: '4000000000009995', brand: 'Visa', result: 'insufficient_funds' },
  { number: '4000002760003184', brand: 'Visa', result: 'authentication' },
  { number: '4000000000000259', brand: 'Visa', result: 'disputed' },
  { number: '4000000000001976', brand: 'Visa', result: 'inquiry' },
]

/** The test card of this number; the first one if the number is unknown. */
export const cardOf = (number: string | null): TestCard =>
  testCards.find((card) => card.number === number) ?? testCards[0]
