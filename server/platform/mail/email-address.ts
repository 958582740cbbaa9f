/**
 * Normalises an email address, so that all its spellings are equal. To find a stored address, compare its lower case
 * with the result. Lower case is enough, because inputs accept only ASCII letters in new addresses.
 */
export function canonicalEmail(email: string): string {
  return email.trim().normalize('NFKC').toLowerCase()
}
