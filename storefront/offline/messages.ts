/**
 * What a page tells the service worker: which pages it shows with which pictures, and that a new version may take over.
 */
export type Message = { kind: 'visited'; urls: string[]; pictures: string[] } | { kind: 'take-over' }
