/**
 * A message from a page to the service worker. `visited` reports pages and pictures, and `take-over` lets a new version
 * start.
 */
export type Message = { kind: 'visited'; urls: string[]; pictures: string[] } | { kind: 'take-over' }
