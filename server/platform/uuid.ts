/**
 * Whether a text is a UUID in the usual form with hyphens. PostgreSQL refuses a text that is not a UUID for a UUID
 * column, so ids from requests are checked first.
 */
export const isUuid = (text: string): boolean => /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text)
