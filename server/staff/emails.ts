import { eq } from 'drizzle-orm'
import { fill } from '#contract/format.ts'
import type { Locale } from '#contract/languages.ts'
import type { MessageKey } from '#contract/messages.ts'
import { messages } from '#contract/messages.ts'
import * as members from '#server/members/members.ts'
import type { Context } from '#server/platform/context.ts'
import { publicOrigin } from '#server/platform/context.ts'
import type { EventPayloads } from '#server/platform/events.ts'
import { renderEmail } from '#server/platform/mail/email.tsx'
import { staffPeople } from './tables.ts'

/** A sign-in, or a new passkey, from a device. */
type DeviceEvent = EventPayloads['staff.new_device' | 'staff.new_passkey']
type About = 'device' | 'passkey'

/** Tells a person that their account was used on a device for the first time. */
export const mailNewDevice = (ctx: Context, event: DeviceEvent) => mailAbout(ctx, 'device', event)

/** Tells a person that their account has a new passkey. */
export const mailNewPasskey = (ctx: Context, event: DeviceEvent) => mailAbout(ctx, 'passkey', event)

async function mailAbout(ctx: Context, about: About, event: DeviceEvent): Promise<void> {
  const [person] = await ctx.db.select().from(staffPeople).where(eq(staffPeople.id, event.personId))
  if (!person || person.stoppedAt) return
  const { name, email: address, locale } = person
  const link = `${publicOrigin(ctx.app.config)}/office/me`
  await ctx.app.mailer.send({
    kind: `staff-${about}`,
    key: `staff-${about}-${event.personId}-${Date.parse(event.at)}`,
    to: { name, address },
    ...deviceEmail(about, { ...event, name, link }, { locale, from: members.senderName(ctx) }),
  })
}

/** The email about a new device or a new passkey. */
export function deviceEmail(
  about: About,
  { name, device, ip, link }: Pick<DeviceEvent, 'device' | 'ip'> & { name: string; link: string },
  { locale, from }: { locale: Locale; from: string },
) {
  const words = { name, device, ip, shop: from }
  const say = (key: MessageKey) => fill(messages[locale][key], words)
  return renderEmail(
    {
      subject: say(`staff_mail.${about}_subject`),
      title: say(`staff_mail.${about}_title`),
      paragraphs: [say(`staff_mail.${about}_text`), say('staff_mail.device_you'), say(`staff_mail.${about}_other`)],
      button: { text: say('staff_mail.open_account'), link },
      footnote: say('staff_mail.why'),
    },
    { locale, from },
  )
}
