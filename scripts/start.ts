import { spawn } from 'node:child_process'
import { demoAccounts } from '#demo/accounts.ts'
import { serverCommand } from '#scripts/server-command.ts'
import { startMiniProgramHost } from '#stand-ins/mini-program-host.ts'
import { startStandIns } from '#stand-ins/providers.ts'

/** `npm start`: the built shop with, in the demonstration, the payment providers' stand-ins beside it. */
const isEmpty = process.argv.includes('--empty')
const env: Record<string, string | undefined> = { ...process.env, ...(isEmpty && { DEMO: 'false' }) }
const port = Number(env.PORT || 3000)

const isPublic = env.PUBLIC_URL?.startsWith('https:') ?? false
// Beside the shop's port.
const standIns = isPublic ? null : await startStandIns(env, port + 1)
Object.assign(env, standIns?.env)
const weChatPayUrl = standIns?.env.WECHATPAY_URL
const miniProgram = weChatPayUrl
  ? await startMiniProgramHost({
      shopUrl: `http://127.0.0.1:${port}`,
      weChatPayUrl,
      weChatUrl: standIns?.env.WECHAT_URL,
      port: port + 12,
    }).catch(() => null)
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
  const { ready, isDemo } = message as { ready?: boolean; isDemo?: boolean }
  if (ready) greet(isDemo ?? false)
})
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => shop.kill(signal))
shop.on('exit', async (code) => {
  clearTimeout(patience)
  await standIns?.close()
  await miniProgram?.close()
  process.exit(code ?? 1)
})

function greet(isDemo: boolean) {
  const lines = ['', `  The shop is open: ${env.PUBLIC_URL || `http://localhost:${port}`}`]
  if (isDemo)
    for (const { email, password, shows } of demoAccounts)
      lines.push(`  Sign in as ${email} with ${password}: ${shows}`)
  if (!env.SMTP_URL) lines.push(`  Mail lands in ${env.DATA_DIR || 'data'}/outbox`)
  const played = Object.entries(standIns?.env ?? {}).flatMap(([name, value]) => (name.endsWith('_URL') ? [value] : []))
  if (played.length > 0) lines.push(`  Wallets are played by ${played.join(', ')} (no money moves)`)
  if (miniProgram) lines.push(`  Inside a mini-program it looks like ${miniProgram.url}`)
  process.stdout.write(`${lines.join('\n')}\n\n`)
}
