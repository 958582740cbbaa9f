import { demoAccounts } from '#demo/accounts.ts'
import { demoStaff, demoStaffEmail, demoStaffPassword } from '#demo/staff.ts'
import { startMiniProgramHost } from '#simulators/mini-program-host.ts'
import { startSimulators } from '#simulators/providers.ts'

/**
 * `npm start`: runs the built shop. Unless `PUBLIC_URL` is an HTTPS URL, also runs simulators of the providers in the
 * same process.
 */
if (process.argv.includes('--empty')) process.env.DEMO = 'false'
const port = Number(process.env.PORT || 3000)
process.env.PORT = String(port)

const isPublic = process.env.PUBLIC_URL?.startsWith('https:') ?? false
// The simulators use the ports after the shop's port.
const simulators = isPublic ? null : await startSimulators(process.env, port + 1)
Object.assign(process.env, simulators?.env)
const weChatPayUrl = simulators?.env.WECHATPAY_URL
const miniProgram = weChatPayUrl
  ? await startMiniProgramHost({
      shopUrl: `http://127.0.0.1:${port}`,
      weChatPayUrl,
      weChatUrl: simulators?.env.WECHAT_URL,
      port: port + 12,
    }).catch(() => null)
  : null
const slowStartTimer = setTimeout(() => {
  process.stdout.write('  The shop is opening. The first start of the demonstration takes half a minute.\n')
}, 3000)
const { opened } = (await import(/* @vite-ignore */ new URL('server/main.js', import.meta.url).href)) as {
  opened: { isDemo: boolean; ownerLink: string | null }
}
clearTimeout(slowStartTimer)
greet(opened)

function greet({ isDemo, ownerLink }: typeof opened) {
  const lines = ['', `  The shop is open: ${process.env.PUBLIC_URL || `http://localhost:${port}`}`]
  if (ownerLink) lines.push(`  The owner starts here, within 24 hours: ${ownerLink}`)
  if (isDemo) {
    const staff = demoStaff.map(({ role }) => demoStaffEmail(role))
    lines.push(`  Staff sign in at /office with ${demoStaffPassword}: ${staff.join(', ')}`)
    for (const { email, password, shows } of demoAccounts)
      lines.push(`  Sign in as ${email} with ${password}: ${shows}`)
  }
  if (!process.env.SMTP_URL) lines.push(`  Mail lands in ${process.env.DATA_DIR || 'data'}/outbox`)
  const simulatorUrls = Object.entries(simulators?.env ?? {}).flatMap(([name, value]) =>
    name.endsWith('_URL') ? [value] : [],
  )
  if (simulatorUrls.length > 0) lines.push(`  Simulated wallets: ${simulatorUrls.join(', ')} (no money moves)`)
  if (miniProgram) lines.push(`  Inside a mini-program it looks like ${miniProgram.url}`)
  process.stdout.write(`${lines.join('\n')}\n\n`)
}
