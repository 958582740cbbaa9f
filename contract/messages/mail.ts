export const mailMessages = {} as const
