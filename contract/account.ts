import { z } from 'zod'
import { locale, noInput } from './shapes.ts'
import { user } from './shell.ts'

const email = z.email().max(254)
/** 8 to 200 characters of any kind (OWASP ASVS 6.2.1, 6.2.9). */
const password = z.string().min(8).max(200)

const signedIn = z.object({
  user,
  userID: z.string(),
  lastLoginDate: z.string(),
  /** Lines that came over from the guest's cart. */
  mergedLines: z.int(),
})

export const account = {
  /** Signs in and merges the guest's cart. `account.wrong_credentials` for an unknown address as for a wrong password. */
  signIn: { input: z.strictObject({ email: z.string().max(254), password: z.string().max(200) }), output: signedIn },
  /** Registers and signs in. Refuses a known address (`account.email_taken`) and a common password (`account.password_weak`). */
  register: {
    input: z.strictObject({
      name: z.string().trim().min(1).max(80),
      email,
      password,
      phone: z.string().max(30).optional(),
      locale: locale.optional(),
    }),
    output: signedIn,
  },
  /** Ends the session; without one it does nothing. */
  signOut: { input: noInput, output: z.object({ signedOut: z.literal(true) }) },
}
