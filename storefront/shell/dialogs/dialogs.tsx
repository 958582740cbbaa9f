import { SideMenu } from '#storefront/shell/header/side-menu.tsx'
import { LocationsDialog } from './locations-dialog.tsx'
import { PreferencesDialog } from './preferences-dialog.tsx'
import { SupportDialog } from './support-dialog.tsx'

/** The dialogs that the shell's buttons open. */
export default function Dialogs() {
  return (
    <>
      <SideMenu />
      <PreferencesDialog />
      <LocationsDialog />
      <SupportDialog />
    </>
  )
}
