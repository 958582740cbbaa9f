export const accountMessages = {} as const
