/** What a page tells the service worker: which pages it shows, and that a new version may take over. */
export type Message = { kind: 'visited'; urls: string[] } | { kind: 'take-over' }
