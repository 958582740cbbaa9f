export const demoAccounts = [] as { email: string; password: string }[]
