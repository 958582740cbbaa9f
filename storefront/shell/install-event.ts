/** What a browser offers: to ask, and to learn what was answered. */
export interface InstallEvent extends Event {
  prompt(): Promise<unknown>
  userChoice: Promise<unknown>
}

/** A browser's own offer, or where it makes none and only its user can install, how that is done. */
export type Offer = InstallEvent | 'guide'
