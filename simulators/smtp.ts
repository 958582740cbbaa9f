import type { Socket } from 'node:net'
import { createServer } from 'node:net'
import { portOf } from './frame/http.ts'

/** A received message: sender, recipients, and its bytes as text. */
export interface ReceivedMail {
  from: string
  to: string[]
  data: string
}

/**
 * Starts a local mail server that stores all messages. It supports the part of SMTP (RFC 5321) that a client needs to
 * send mail.
 */
export async function startSmtp({
  port = 0,
} = {}): Promise<{ url: string; mails: ReceivedMail[]; close(): Promise<void> }> {
  const mails: ReceivedMail[] = []
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    socket.on('error', () => socket.destroy())
    receive(socket, mails)
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', resolve)
  })
  return {
    url: `smtp://127.0.0.1:${portOf(server)}`,
    mails,
    close: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy()
        server.close(() => resolve())
      }),
  }
}

function receive(socket: Socket, mails: ReceivedMail[]) {
  let buffer = ''
  let isData = false
  let mail: ReceivedMail = { from: '', to: [], data: '' }
  const reply = (line: string) => socket.write(`${line}\r\n`)
  reply('220 simulator ready')
  socket.setEncoding('utf8')
  socket.on('data', (chunk: string) => {
    buffer += chunk
    for (let end = buffer.indexOf('\r\n'); end >= 0; end = buffer.indexOf('\r\n')) {
      const line = buffer.slice(0, end)
      buffer = buffer.slice(end + 2)
      if (isData) takeData(line)
      else takeCommand(line)
    }
  })
  const takeData = (line: string) => {
    if (line !== '.') {
      mail.data += `${line.startsWith('.') ? line.slice(1) : line}\r\n`
      return
    }
    isData = false
    mails.push(mail)
    mail = { from: '', to: [], data: '' }
    reply('250 taken')
  }
  const takeCommand = (line: string) => {
    const address = /<([^>]*)>/.exec(line)?.[1] ?? ''
    switch (line.slice(0, 4).toUpperCase()) {
      case 'MAIL':
        mail.from = address
        return reply('250 ok')
      case 'RCPT':
        mail.to.push(address)
        return reply('250 ok')
      case 'DATA':
        isData = true
        return reply('354 go ahead')
      case 'QUIT':
        reply('221 bye')
        return socket.end()
      case 'EHLO':
      case 'HELO':
      case 'RSET':
      case 'NOOP':
        return reply('250 ok')
      default:
        return reply('502 not spoken here')
    }
  }
}
