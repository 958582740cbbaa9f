/** The browser's `beforeinstallprompt` event: it shows the prompt and reports the answer. */
export interface InstallEvent extends Event {
  prompt(): Promise<unknown>
  userChoice: Promise<unknown>
}

/** The browser's own offer; `guide` for browsers in which only the user can install. */
export type Offer = InstallEvent | 'guide'
