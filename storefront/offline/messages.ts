/**
 * Messages of a page to the service worker: visited pages with their pictures, and permission for a new version to take
 * over.
 */
export type Message = { kind: 'visited'; urls: string[]; pictures: string[] } | { kind: 'take-over' }
