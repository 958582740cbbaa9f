/**
 * Normalises an email address, so that all its spellings are equal. Convert a stored address to lower case before you
 * compare it with the result. Inputs accept only ASCII letters in new addresses, so only the case can differ.
 */
export function canonicalEmail(email: string): string {
  return email.trim().normalize('NFKC').toLowerCase()
}
