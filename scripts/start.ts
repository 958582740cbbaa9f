import { spawn } from 'node:child_process'
import { demoAccounts } from '#demo/accounts.ts'
import { serverCommand } from '#scripts/server-command.ts'
import { startDemonstration } from '#stand-ins/demonstration.ts'
import { startMiniProgramHost } from '#stand-ins/mini-program-host.ts'
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
// A shop with a provider of its own has no use for those that only play.
const isDemo = !isEmpty && (!env.DEMO || /^(true|1|yes|on|y|enabled)$/i.test(env.DEMO))
const demonstration = standIn && isDemo ? await startDemonstration({ port: port + 2 }) : null
for (const [name, value] of Object.entries(demonstration?.env ?? {})) env[name] ||= value
const shopUrl = `http://127.0.0.1:${port}`
const weChatPayUrl = demonstration?.standIns.wechatpay.url
const miniProgram = weChatPayUrl
  ? await startMiniProgramHost({ shopUrl, weChatPayUrl, port: port + 7 }).catch(() => null)
  : null
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
  await demonstration?.close()
  await miniProgram?.close()
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
  if (miniProgram) lines.push(`  Inside a mini-program it looks like ${miniProgram.url}`)
  process.stdout.write(`${lines.join('\n')}\n\n`)
}
