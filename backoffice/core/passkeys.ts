import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser'
import { api } from './api.ts'

/**
 * Whether this browser can use passkeys at this address. Browsers require https or localhost, and a host name instead
 * of an IP address.
 */
export const hasPasskeys = () =>
  window.isSecureContext && 'PublicKeyCredential' in window && !/^[\d.]+$|:/.test(location.hostname)

/** Asks the staff member to use a passkey. Null if the staff member closes the browser's dialog or has no passkey. */
export const askPasskey = () =>
  unlessClosed(async () => {
    const { options } = await api.people.passkeyOptions()
    const { startAuthentication } = await library()
    // The cast is safe: the server creates these options with the server part of the same library.
    const used = await startAuthentication({ optionsJSON: options as unknown as PublicKeyCredentialRequestOptionsJSON })
    return { ...used, clientExtensionResults: {} }
  })

/**
 * Asks the staff member's device to create a passkey. Null if the staff member closes the dialog, or if the device
 * already has a passkey.
 */
export const makePasskey = () =>
  unlessClosed(async () => {
    const { options } = await api.people.newPasskey()
    const { startRegistration } = await library()
    // The cast is safe: the server creates these options with the server part of the same library.
    const made = await startRegistration({ optionsJSON: options as unknown as PublicKeyCredentialCreationOptionsJSON })
    return { ...made, clientExtensionResults: {} }
  })

const library = () => import('@simplewebauthn/browser')

/**
 * The names of the errors that the browser throws if the staff member closes the dialog, or if the device already has a
 * passkey (WebAuthn Level 3, sections 5.1.3 and 5.1.4).
 */
const closed = new Set(['NotAllowedError', 'AbortError', 'InvalidStateError'])

async function unlessClosed<Answer>(work: () => Promise<Answer>): Promise<Answer | null> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof Error && closed.has(error.name)) return null
    throw error
  }
}
