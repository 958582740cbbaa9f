import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from './config.ts'

export interface Mail {
  /** Names the message for ever: sending it again is the same message. */
  key: string
  to: { name: string; address: string }
  subject: string
  html: string
  text: string
}
export interface Mailer {
  send(mail: Mail): Promise<void>
}

/** Sends over SMTP where it is set up; else each message is a file in `DATA_DIR/outbox`, that any mail program opens. */
export function createMailer(config: Config): Mailer {
  const outbox = join(config.DATA_DIR, 'outbox')
  const host = config.PUBLIC_URL ? new URL(config.PUBLIC_URL).hostname : 'localhost'
  return {
    async send({ key, to, subject, html, text }) {
      const { createTransport } = await import('nodemailer')
      const message = { messageId: `<${key}@${host}>`, from: config.MAIL_FROM, to, subject, html, text }
      if (config.SMTP_URL) {
        await createTransport({ url: config.SMTP_URL, connectionTimeout: 10_000, socketTimeout: 20_000 }).sendMail(
          message,
        )
        return
      }
      const built = await createTransport({ streamTransport: true, buffer: true, newline: 'unix' }).sendMail(message)
      await mkdir(outbox, { recursive: true, mode: 0o700 })
      const file = join(outbox, `${key}.eml`)
      await writeFile(`${file}.part`, built.message as Buffer, { mode: 0o600 })
      await rename(`${file}.part`, file)
    },
  }
}
