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
export const authenticateWithPasskey = () =>
  nullIfCancelled(async () => {
    const { options } = await api.people.passkeyOptions()
    const { startAuthentication } = await loadWebAuthn()
    // The cast is safe: the server creates these options with the server part of the same library.
    const assertion = await startAuthentication({
      optionsJSON: options as unknown as PublicKeyCredentialRequestOptionsJSON,
    })
    return { ...assertion, clientExtensionResults: {} }
  })

/**
 * Asks the staff member's device to create a passkey. Null if the staff member closes the dialog, or if the device
 * already has a passkey.
 */
export const registerPasskey = () =>
  nullIfCancelled(async () => {
    const { options } = await api.people.newPasskey()
    const { startRegistration } = await loadWebAuthn()
    // The cast is safe: the server creates these options with the server part of the same library.
    const credential = await startRegistration({
      optionsJSON: options as unknown as PublicKeyCredentialCreationOptionsJSON,
    })
    return { ...credential, clientExtensionResults: {} }
  })

const loadWebAuthn = () => import('@simplewebauthn/browser')

/**
 * The names of the errors that the browser throws if the staff member closes the dialog, or if the device already has a
 * passkey (WebAuthn Level 3, sections 5.1.3 and 5.1.4).
 */
const cancellationErrors = new Set(['NotAllowedError', 'AbortError', 'InvalidStateError'])

async function nullIfCancelled<Result>(work: () => Promise<Result>): Promise<Result | null> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof Error && cancellationErrors.has(error.name)) return null
    throw error
  }
}
