import { eq } from 'drizzle-orm'
import { fill } from '#contract/format.ts'
import type { MessageKey } from '#contract/messages.ts'
import { messages } from '#contract/messages.ts'
import { mayAt } from '#contract/rights.ts'
import type { Context } from '#server/platform/context.ts'
import { publicOrigin } from '#server/platform/context.ts'
import type { EventPayloads } from '#server/platform/events.ts'
import type { Letterhead } from '#server/platform/mail/email.tsx'
import { renderEmail } from '#server/platform/mail/email.tsx'
import { sender } from '#server/settings/settings.ts'
import { findDevice } from './device-rows.ts'
import { staffWithRoles } from './people.ts'
import { staffPeople } from './tables.ts'

/** The event of a first sign-in on a device, or of a new passkey. */
type DeviceEvent = EventPayloads['staff.new_device' | 'staff.new_passkey']
type Access = EventPayloads['staff.access_changed']['what']
type About = 'device' | 'passkey' | Access

/** Emails a staff member that their account was used on a device for the first time. */
export const mailNewDevice = (ctx: Context, event: DeviceEvent) => mailAbout(ctx, 'device', event)

/** Emails a staff member that their account has a new passkey. */
export const mailNewPasskey = (ctx: Context, event: DeviceEvent) => mailAbout(ctx, 'passkey', event)

/** Emails a staff member that their way of signing in was changed. */
export const mailAccessChanged = (ctx: Context, { what, ...event }: EventPayloads['staff.access_changed']) =>
  mailAbout(ctx, what, event)

async function mailAbout(ctx: Context, about: About, event: DeviceEvent): Promise<void> {
  const [person] = await ctx.db.select().from(staffPeople).where(eq(staffPeople.id, event.personId))
  if (!person || person.stoppedAt) return
  const { name, email: address, locale } = person
  const link = `${publicOrigin(ctx.app.config)}/office/me`
  const kind = about === 'device' || about === 'passkey' ? (`staff-${about}` as const) : 'staff-access'
  await ctx.app.mailer.send({
    kind,
    key: `${kind === 'staff-access' ? `${kind}-${about}` : kind}-${event.personId}-${Date.parse(event.at)}`,
    to: { name, address },
    ...deviceEmail(about, { ...event, name, link }, { locale, from: await sender(ctx) }),
  })
}

/**
 * Emails a warning that five wrong PINs were typed on a counter device. The recipients are the staff members who may
 * change staff at the device's store.
 */
export async function mailPinLocked(ctx: Context, event: EventPayloads['staff.pin_locked']): Promise<void> {
  const device = await findDevice(ctx.app, event.deviceId)
  const people = await staffWithRoles(ctx)
  const lockedOut = people.find(({ staffMember: person }) => person.id === event.personId)?.staffMember
  if (!device || !lockedOut) return
  const link = `${publicOrigin(ctx.app.config)}/office/devices`
  for (const { staffMember: person, roles: given } of people) {
    if (person.stoppedAt || !mayAt(given, 'staff.write', device.locationId)) continue
    const { name, email: address, locale } = person
    await ctx.app.mailer.send({
      kind: 'staff-pin',
      key: `staff-pin-${event.personId}-${Date.parse(event.at)}-${person.id}`,
      to: { name, address },
      ...pinEmail({ name, person: lockedOut.name, device: device.name, link }, { locale, from: await sender(ctx) }),
    })
  }
}

/** The email about wrong PINs of a staff member on a counter device. */
export function pinEmail(
  { link, ...about }: { name: string; person: string; device: string; link: string },
  { locale, from }: Letterhead,
) {
  const translate = (key: MessageKey) => fill(messages[locale][key], { ...about, shop: from.name })
  return renderEmail(
    {
      subject: translate('staff_mail.pin_subject'),
      title: translate('staff_mail.pin_title'),
      paragraphs: [translate('staff_mail.pin_text'), translate('staff_mail.pin_other')],
      button: { text: translate('staff_mail.open_devices'), link },
      footnote: translate('staff_mail.why'),
    },
    { locale, from },
  )
}

/** The email about a new device, or about a changed way of signing in. */
export function deviceEmail(
  about: About,
  { name, device, ip, link }: Pick<DeviceEvent, 'device' | 'ip'> & { name: string; link: string },
  { locale, from }: Letterhead,
) {
  const values = { name, device, ip, shop: from.name }
  const key = about === 'pin' ? 'pin_changed' : about
  const translate = (key: MessageKey) => fill(messages[locale][key], values)
  return renderEmail(
    {
      subject: translate(`staff_mail.${key}_subject`),
      title: translate(`staff_mail.${key}_title`),
      paragraphs: [
        translate(`staff_mail.${key}_text`),
        translate('staff_mail.device_you'),
        translate(about === 'passkey' ? 'staff_mail.passkey_other' : 'staff_mail.device_other'),
      ],
      button: { text: translate('staff_mail.open_account'), link },
      footnote: translate('staff_mail.why'),
    },
    { locale, from },
  )
}
