import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser'
import { api } from './api.ts'

/** Whether this browser can use passkeys here. Browsers want https or localhost, and a name, not an IP address. */
export const hasPasskeys = () =>
  window.isSecureContext && 'PublicKeyCredential' in window && !/^[\d.]+$|:/.test(location.hostname)

/** Lets the person use a passkey. Null if the person closes the browser's dialog or has none. */
export const askPasskey = () =>
  unlessClosed(async () => {
    const { options } = await api.people.passkeyOptions()
    const { startAuthentication } = await library()
    // The server makes these options with the library's other half.
    const used = await startAuthentication({ optionsJSON: options as unknown as PublicKeyCredentialRequestOptionsJSON })
    return { ...used, clientExtensionResults: {} }
  })

/** Lets the person's device make a passkey. Null if the person closes the dialog, or the device has one already. */
export const makePasskey = () =>
  unlessClosed(async () => {
    const { options } = await api.people.newPasskey()
    const { startRegistration } = await library()
    const made = await startRegistration({ optionsJSON: options as unknown as PublicKeyCredentialCreationOptionsJSON })
    return { ...made, clientExtensionResults: {} }
  })

const library = () => import('@simplewebauthn/browser')

/** The names of the errors for a closed dialog, by WebAuthn Level 3, sections 5.1.3 and 5.1.4. */
const closed = new Set(['NotAllowedError', 'AbortError', 'InvalidStateError'])

async function unlessClosed<Answer>(work: () => Promise<Answer>): Promise<Answer | null> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof Error && closed.has(error.name)) return null
    throw error
  }
}
