export const checkoutMessages = {} as const
