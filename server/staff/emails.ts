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

type NewDevice = EventPayloads['staff.new_device']

/** Tells a person that their account was used on a device for the first time. */
export async function mailNewDevice(ctx: Context, event: NewDevice): Promise<void> {
  const [person] = await ctx.db.select().from(staffPeople).where(eq(staffPeople.id, event.personId))
  if (!person || person.stoppedAt) return
  const { name, email: address, locale } = person
  const link = `${publicOrigin(ctx.app.config)}/office/me`
  await ctx.app.mailer.send({
    kind: 'staff-device',
    key: `staff-device-${event.personId}-${Date.parse(event.at)}`,
    to: { name, address },
    ...newDeviceEmail({ ...event, name, link }, { locale, from: members.senderName(ctx) }),
  })
}

/** The email about a new device. */
export function newDeviceEmail(
  { name, device, ip, link }: Pick<NewDevice, 'device' | 'ip'> & { name: string; link: string },
  { locale, from }: { locale: Locale; from: string },
) {
  const words = { name, device, ip, shop: from }
  const say = (key: MessageKey) => fill(messages[locale][key], words)
  return renderEmail(
    {
      subject: say('staff_mail.device_subject'),
      title: say('staff_mail.device_title'),
      paragraphs: [say('staff_mail.device_text'), say('staff_mail.device_you'), say('staff_mail.device_other')],
      button: { text: say('staff_mail.open_account'), link },
      footnote: say('staff_mail.why'),
    },
    { locale, from },
  )
}
