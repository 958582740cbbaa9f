/** How every XML document begins. */
export const xmlOpening = '<?xml version="1.0" encoding="UTF-8"?>\n'

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' }

/** A text that stands between tags or in an attribute. */
export const escapeXml = (text: string) => text.replace(/[&<>"']/g, (character) => entities[character] ?? character)
