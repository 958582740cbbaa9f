import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { isRecord } from '#contract/object-keys.ts'

/** The options of a challenge, in the JSON form of WebAuthn. */
type Options = Record<string, unknown>

const domain = 'localhost'
/**
 * Flags of authenticator data (WebAuthn Level 3, section 6.1). `userVerified` says that the user is present and
 * verified. `hasCredential` says that the data contains the new credential.
 */
const userVerified = 0x05
const hasCredential = 0x40

/** A device with one passkey for the test shop. */
export function openAuthenticator() {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const id = randomBytes(16)
  let userHandle = ''
  let uses = 0

  /** The data that the authenticator signs: the hash of the domain, the flags, the counter, and the parts in `more`. */
  const dataWith = (flags: number, ...more: Buffer[]) => {
    const counter = Buffer.alloc(4)
    counter.writeUInt32BE(++uses)
    return Buffer.concat([createHash('sha256').update(domain).digest(), Buffer.from([flags]), counter, ...more])
  }
  const clientData = (type: string, { challenge }: Options) =>
    Buffer.from(JSON.stringify({ type, challenge, origin: `http://${domain}`, crossOrigin: false }))
  const credential = {
    id: id.toString('base64url'),
    rawId: id.toString('base64url'),
    type: 'public-key' as const,
    clientExtensionResults: {},
  }

  return {
    id: credential.id,
    /** Creates the passkey, as `navigator.credentials.create` does. */
    create(options: Options) {
      userHandle = isRecord(options.user) ? String(options.user.id) : ''
      // The public key in COSE format: key type (elliptic curve), algorithm (ES256), curve (P-256) and point.
      const key = Buffer.concat([
        Buffer.from([0xa5, 1, 2, 3, 0x26, 0x20, 1, 0x21, 0x58, 32]),
        Buffer.from(x, 'base64url'),
        Buffer.from([0x22, 0x58, 32]),
        Buffer.from(y, 'base64url'),
      ])
      const model = Buffer.alloc(16)
      const data = dataWith(userVerified | hasCredential, model, Buffer.from([0, id.length]), id, key)
      // The attestation object `{ fmt: 'none', attStmt: {}, authData }`, encoded in CBOR.
      const attestation = Buffer.concat([
        Buffer.from([0xa3, 0x63]),
        Buffer.from('fmt'),
        Buffer.from([0x64]),
        Buffer.from('none'),
        Buffer.from([0x67]),
        Buffer.from('attStmt'),
        Buffer.from([0xa0, 0x68]),
        Buffer.from('authData'),
        Buffer.from([0x58, data.length]),
        data,
      ])
      return {
        ...credential,
        response: {
          clientDataJSON: clientData('webauthn.create', options).toString('base64url'),
          attestationObject: attestation.toString('base64url'),
        },
      }
    },
    /** Uses the passkey, as `navigator.credentials.get` does. */
    use(options: Options) {
      const clientDataJson = clientData('webauthn.get', options)
      const data = dataWith(userVerified)
      const signedData = Buffer.concat([data, createHash('sha256').update(clientDataJson).digest()])
      return {
        ...credential,
        response: {
          clientDataJSON: clientDataJson.toString('base64url'),
          authenticatorData: data.toString('base64url'),
          signature: sign('sha256', signedData, privateKey).toString('base64url'),
          userHandle,
        },
      }
    },
  }
}
