/** The ids of the shell's dialogs. A separate file, because the dialogs load later than the buttons that open them. */
export const sideMenu = 'side-menu'
export const preferencesDialog = 'preferences-dialog'
export const locationsDialog = 'locations-dialog'
export const supportDialog = 'support-dialog'
export const installGuide = 'install-guide'
