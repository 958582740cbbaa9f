/** The shell's dialogs by their ids. They come with the first sign of use; what opens them is there before. */
export const sideMenu = 'side-menu'
export const preferencesDialog = 'preferences-dialog'
export const locationsDialog = 'locations-dialog'
export const supportDialog = 'support-dialog'
export const installGuide = 'install-guide'
