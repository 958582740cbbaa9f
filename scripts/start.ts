import { spawn } from 'node:child_process'
import { demoAccounts } from '#demo/accounts.ts'
import { serverCommand } from '#scripts/server-command.ts'
import { startSnapPay } from '#stand-ins/snappay.ts'

/** `npm start`: the built shop with, in the demonstration, the payment provider's stand-in beside it. */
const isEmpty = process.argv.includes('--empty')
const env: Record<string, string | undefined> = { ...process.env, ...(isEmpty && { DEMO: 'false' }) }
const port = Number(env.PORT || 3000)

const standIn = env.SNAPPAY_URL || env.PUBLIC_URL?.startsWith('https:') ? null : await startStandIn()
if (standIn) {
  env.SNAPPAY_URL = standIn.url
  env.SNAPPAY_APP_ID ||= 'demo-app'
}
const shop = spawn(process.execPath, serverCommand, {
  stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  env: { ...env, PORT: String(port) },
})
const patience = setTimeout(() => {
  process.stdout.write('  The shop is being opened. The first time its pictures are drawn: half a minute or so.\n')
}, 3000)
shop.on('message', (message) => {
  clearTimeout(patience)
  if ((message as { ready?: boolean }).ready) greet()
})
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => shop.kill(signal))
shop.on('exit', async (code) => {
  clearTimeout(patience)
  await standIn?.close()
  process.exit(code ?? 1)
})

/** Beside the shop's port where that is free, else anywhere: the shop is told. */
async function startStandIn() {
  const settings = {
    appId: env.SNAPPAY_APP_ID || 'demo-app',
    merchantNo: env.SNAPPAY_MERCHANT_NO || '901800000116',
    key: env.SNAPPAY_KEY || 'demo-key-of-the-stand-in',
  }
  return startSnapPay({ ...settings, port: port + 1 }).catch(() => startSnapPay({ ...settings, port: 0 }))
}

function greet() {
  const lines = ['', `  The shop is open: ${env.PUBLIC_URL || `http://localhost:${port}`}`]
  if (!isEmpty) for (const { email, password } of demoAccounts) lines.push(`  Sign in as ${email} with ${password}`)
  if (!env.SMTP_URL) lines.push(`  Mail lands in ${env.DATA_DIR || 'data'}/outbox`)
  if (standIn) lines.push(`  Wallets are played by ${standIn.url} (no money moves)`)
  process.stdout.write(`${lines.join('\n')}\n\n`)
}
