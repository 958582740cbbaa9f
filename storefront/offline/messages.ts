/**
 * Messages of a page to the service worker: `visited` reports pages and pictures, `take-over` lets a new version start.
 */
export type Message = { kind: 'visited'; urls: string[]; pictures: string[] } | { kind: 'take-over' }
