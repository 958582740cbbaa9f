/**
 * The browser's `beforeinstallprompt` event, which can show the installation prompt and reports the visitor's choice.
 */
export interface InstallEvent extends Event {
  prompt(): Promise<unknown>
  userChoice: Promise<unknown>
}

/** How the shop can be installed: with the browser's prompt, or by hand with a guide (`guide`). */
export type InstallMethod = InstallEvent | 'guide'
