/** Whether a text is a UUID that the database accepts. A query that passes any other text for a UUID column fails. */
export const isUuid = (text: string): boolean => /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text)
