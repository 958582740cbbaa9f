import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Transporter } from 'nodemailer'
import type { Config } from '#server/platform/config.ts'
import type { MailKind } from './mail-kinds.ts'

export interface Mail {
  kind: MailKind
  /** Permanent id of the message. It stays the same if the message is sent again. */
  key: string
  /** The name of the sender. The address is the shop's. */
  from: string
  to: { name: string; address: string }
  /** The address for replies. Without it, replies go to the shop's address. */
  replyTo?: string
  subject: string
  html: string
  text: string
}
export interface Mailer {
  send(mail: Mail): Promise<void>
}

/** The shop's email address, taken from `MAIL_FROM`. */
export const senderAddress = ({ MAIL_FROM: from }: Pick<Config, 'MAIL_FROM'>): string =>
  /<([^>]+)>/.exec(from)?.[1] ?? from

/**
 * Sends emails over SMTP if configured. Otherwise it writes each message to a file in `DATA_DIR/outbox`, which any mail
 * program can open.
 */
export function createMailer(config: Config): Mailer {
  const outbox = join(config.DATA_DIR, 'outbox')
  const host = config.PUBLIC_URL ? new URL(config.PUBLIC_URL).hostname : 'localhost'
  const address = senderAddress(config)
  let transport: Transporter | undefined
  // Loads the mail library with the first email, because the start of the shop does not need it.
  const openTransport = async () => {
    const { createTransport } = await import('nodemailer')
    transport ??= config.SMTP_URL
      ? createTransport({ url: config.SMTP_URL, connectionTimeout: 10_000, socketTimeout: 20_000 })
      : createTransport({ streamTransport: true, buffer: true, newline: 'unix' })
    return transport
  }
  return {
    async send({ key, from, to, replyTo, subject, html, text }) {
      const result = await (await openTransport()).sendMail({
        messageId: `<${key}@${host}>`,
        from: { name: from, address },
        to,
        replyTo,
        subject,
        html,
        text,
      })
      if (config.SMTP_URL) return
      const file = join(outbox, `${key}.eml`)
      // Creates the folder for each email, because a user may delete it while the shop runs.
      await mkdir(outbox, { recursive: true, mode: 0o700 })
      // The transport is configured to return buffers, so the cast is safe.
      await writeFile(`${file}.part`, result.message as Buffer, { mode: 0o600 })
      await rename(`${file}.part`, file)
    },
  }
}
