import { and, desc, eq, gt, inArray, lt, lte, not, notInArray, or, sql } from 'drizzle-orm'
import { dayMs } from '#contract/durations.ts'
import type { Notice, NoticeChoices, NoticeKind, NoticeState } from '#contract/office/notices.ts'
import { noticeKinds, noticeRights } from '#contract/office/notices.ts'
import type { Right } from '#contract/rights.ts'
import type { Context } from '#server/platform/context.ts'
import { fail } from '#server/platform/fail.ts'
import { accessibleStores } from '#server/platform/http/office-access.ts'
import { publishNotice } from './live.ts'
import { changeMe, findStaffMember, rolesByPerson } from './people.ts'
import type { StaffMemberRow } from './second-step.ts'
import { staffNotices, staffPeople } from './tables.ts'

const retentionMs = 30 * dayMs
/** The bell counts up to this number. */
const maxCounted = 100
/**
 * The maximum number of notifications that are stored as read one by one. If there are more, the oldest ones are
 * dropped, and all notifications up to the newest dropped one count as read.
 */
const maxIndividuallyRead = 500

/** A notification to add, with the data of its kind. */
export type NewNotice = Notice extends infer One
  ? One extends Notice
    ? Pick<One, 'kind' | 'data' | 'location' | 'subject'> & { key: string; personId?: string }
    : never
  : never

/**
 * Stores a notification and tells the open pages of all staff members who may see it. Does nothing if a notification of
 * this kind with this key exists.
 */
export async function addNotice(ctx: Context, { location, ...notice }: NewNotice): Promise<void> {
  const inserted = await ctx.db
    .insert(staffNotices)
    .values({ ...notice, key: `${notice.kind} ${notice.key}`, locationId: location, at: ctx.app.now() })
    .onConflictDoNothing()
    .returning({ id: staffNotices.id })
  if (inserted.length === 0) return
  publishNotice(ctx, { kind: notice.kind, location, personId: notice.personId ?? null })
}

/** The caller's notifications, newest first. */
export async function list(
  ctx: Context,
  { before, limit }: { before?: number | undefined; limit: number },
): Promise<{ notices: Notice[]; hasMore: boolean }> {
  const staffMember = await me(ctx)
  const rows = await ctx.db
    .select()
    .from(staffNotices)
    .where(and(visibleCondition(ctx, staffMember), before ? lt(staffNotices.id, before) : undefined))
    .orderBy(desc(staffNotices.id))
    .limit(limit + 1)
  return { notices: rows.slice(0, limit).map((row) => toNotice(row, staffMember)), hasMore: rows.length > limit }
}

/** The state of the caller's bell. Without a session, it is the state of an empty bell. */
export async function stateOf(ctx: Context): Promise<NoticeState> {
  const staffMember = await findStaffMember(ctx, ctx.staff?.personId)
  return staffMember ? state(ctx, staffMember) : { unread: 0, newest: 0 }
}

async function state(ctx: Context, staffMember: StaffMemberRow): Promise<NoticeState> {
  const { noticesOff } = staffMember
  const countedCondition = and(
    visibleCondition(ctx, staffMember),
    noticesOff.length > 0 ? notInArray(staffNotices.kind, noticesOff) : undefined,
  )
  const ids = (where: typeof countedCondition, limit: number) =>
    ctx.db.select({ id: staffNotices.id }).from(staffNotices).where(where).orderBy(desc(staffNotices.id)).limit(limit)
  const [unread, [newest]] = [
    await ids(and(countedCondition, unreadCondition(staffMember)), maxCounted),
    await ids(countedCondition, 1),
  ]
  return { unread: unread.length, newest: newest?.id ?? 0 }
}

const unreadCondition = ({ noticesReadUpTo, noticesRead }: StaffMemberRow) =>
  and(
    gt(staffNotices.id, noticesReadUpTo),
    noticesRead.length > 0 ? notInArray(staffNotices.id, noticesRead) : undefined,
  )

/**
 * Marks one notification, or all notifications up to one, as read for the caller only. A counter device marks only the
 * notifications that it shows.
 */
export function read(ctx: Context, input: { notice: number } | { upTo: number }): Promise<NoticeState> {
  return changeMe(ctx, async (ctx, staffMember) => {
    const targetCondition = 'notice' in input ? eq(staffNotices.id, input.notice) : lte(staffNotices.id, input.upTo)
    const [last] = await ctx.db
      .select({ id: staffNotices.id })
      .from(staffNotices)
      .where(and(visibleCondition(ctx, staffMember), targetCondition))
      .orderBy(desc(staffNotices.id))
      .limit(1)
    if (!last && 'notice' in input) fail('not_found')
    const next = last ? await readStateOf(ctx, staffMember, { id: last.id, isUpTo: 'upTo' in input }) : {}
    if (last) await ctx.db.update(staffPeople).set(next).where(eq(staffPeople.id, staffMember.id))
    return state(ctx, { ...staffMember, ...next })
  })
}

/**
 * The staff member's read state after they read the notification `id`. With `isUpTo`, all earlier notifications become
 * read too, but on a counter device only the notifications that the device shows.
 */
async function readStateOf(ctx: Context, staffMember: StaffMemberRow, { id, isUpTo }: { id: number; isUpTo: boolean }) {
  if (!ctx.staff?.deviceId) return readState(staffMember, isUpTo ? { upTo: id } : { ids: [id] })
  const hidden = await firstHidden(ctx, staffMember, id)
  const upTo = isUpTo ? (hidden ?? id + 1) - 1 : 0
  const ids = isUpTo ? await newestVisible(ctx, staffMember, { after: upTo, upTo: id }) : [id]
  return readState(staffMember, { upTo, ids, mayPass: hidden === null })
}

/**
 * Marks notifications as read in the staff member's read state. The state lists at most `maxIndividuallyRead`
 * notifications one by one and drops the oldest ones. All notifications up to the newest dropped one then count as
 * read. If `mayPass` is false, the dropped notifications count as unread instead.
 */
function readState(
  { noticesReadUpTo, noticesRead }: StaffMemberRow,
  { upTo: requested = 0, ids = [], mayPass = true }: { upTo?: number; ids?: number[]; mayPass?: boolean },
) {
  const individuallyRead = [...new Set([...noticesRead, ...ids])].sort((one, other) => one - other)
  const droppedUpTo = mayPass ? (individuallyRead.at(-maxIndividuallyRead - 1) ?? 0) : 0
  const upTo = Math.max(noticesReadUpTo, requested, droppedUpTo)
  return {
    noticesReadUpTo: upTo,
    noticesRead: individuallyRead.filter((one) => one > upTo).slice(-maxIndividuallyRead),
  }
}

/**
 * The oldest unread notification up to `id` that the staff member sees on other devices, but not on this counter
 * device.
 */
async function firstHidden(ctx: Context, staffMember: StaffMemberRow, id: number): Promise<number | null> {
  const { staff } = ctx
  const roles = (await rolesByPerson(ctx, staffMember.id)).get(staffMember.id) ?? []
  const ctxWithoutDevice: Context = { ...ctx, staff: staff && { ...staff, deviceId: null, roles } }
  const [first] = await ctx.db
    .select({ id: staffNotices.id })
    .from(staffNotices)
    .where(
      and(
        visibleCondition(ctxWithoutDevice, staffMember),
        not(visibleCondition(ctx, staffMember) ?? sql`true`),
        unreadCondition(staffMember),
        lte(staffNotices.id, id),
      ),
    )
    .orderBy(staffNotices.id)
    .limit(1)
  return first?.id ?? null
}

async function newestVisible(
  ctx: Context,
  staffMember: StaffMemberRow,
  { after, upTo }: { after: number; upTo: number },
) {
  const rows = await ctx.db
    .select({ id: staffNotices.id })
    .from(staffNotices)
    .where(and(visibleCondition(ctx, staffMember), gt(staffNotices.id, after), lte(staffNotices.id, upTo)))
    .orderBy(desc(staffNotices.id))
    .limit(maxIndividuallyRead)
  return rows.map(({ id }) => id)
}

/** Returns the kinds of notifications that the caller may see, and whether the bell counts each kind. */
export async function choices(ctx: Context): Promise<NoticeChoices> {
  return toChoices(ctx, await me(ctx))
}

/** Sets which kinds the bell counts for the caller. */
export function choose(ctx: Context, { counted }: { counted: NoticeKind[] }): Promise<NoticeChoices> {
  return changeMe(ctx, async (ctx, staffMember) => {
    const noticesOff = noticeKinds.filter((kind) =>
      maySee(ctx, kind) ? !counted.includes(kind) : staffMember.noticesOff.includes(kind),
    )
    await ctx.db.update(staffPeople).set({ noticesOff }).where(eq(staffPeople.id, staffMember.id))
    ctx.staff?.note({ subject: staffMember.id, before: { off: staffMember.noticesOff }, after: { off: noticesOff } })
    return toChoices(ctx, { ...staffMember, noticesOff })
  })
}

/** Deletes notifications that are older than 30 days. */
export async function sweep(ctx: Context): Promise<void> {
  await ctx.db.delete(staffNotices).where(lte(staffNotices.at, retentionStart(ctx)))
}

const retentionStart = (ctx: Context) => new Date(ctx.app.now().getTime() - retentionMs)

/** The row of the calling staff member. Fails with `not_found` if the caller uses the staff secret instead. */
const me = async (ctx: Context) => (await findStaffMember(ctx, ctx.staff?.personId)) ?? fail('not_found')

const shopKinds = noticeKinds.filter((kind) => noticeRights[kind] !== null)
const shopRights = [...new Set(shopKinds.map((kind) => noticeRights[kind]))].filter((right) => right !== null)

/**
 * The stores whose notifications the caller sees with this right. A caller who has not set up a required second step in
 * time sees only personal notifications.
 */
const visibleStores = (ctx: Context, right: Right) => (ctx.staff?.isHeldBack ? [] : accessibleStores(ctx, right))

function maySee(ctx: Context, kind: NoticeKind): boolean {
  const right = noticeRights[kind]
  return right === null || visibleStores(ctx, right).length > 0
}

/**
 * The SQL condition for the notifications that a staff member may see. Excludes notifications that are older than 30
 * days or than the staff member's account.
 */
function visibleCondition(ctx: Context, { id, createdAt }: StaffMemberRow) {
  const storeConditions = shopRights.flatMap((right) => {
    const stores = visibleStores(ctx, right)
    const kinds = shopKinds.filter((kind) => noticeRights[kind] === right)
    const storeCondition = stores === 'all' ? undefined : inArray(staffNotices.locationId, stores)
    return stores.length > 0 ? [and(inArray(staffNotices.kind, kinds), storeCondition)] : []
  })
  // Omits personal notifications, because anybody can look at a counter device.
  const personalConditions = ctx.staff?.deviceId ? [] : [eq(staffNotices.personId, id)]
  const retainedSince = retentionStart(ctx)
  return and(
    gt(staffNotices.at, createdAt > retainedSince ? createdAt : retainedSince),
    or(...personalConditions, ...storeConditions, sql`false`),
  )
}

function toNotice(row: typeof staffNotices.$inferSelect, { noticesReadUpTo, noticesRead, noticesOff }: StaffMemberRow) {
  const { id, at, kind, locationId: location, subject, data } = row
  const isRead = id <= noticesReadUpTo || noticesRead.includes(id) || noticesOff.includes(kind)
  // The cast is safe, because `addNotice` stored the data of this kind.
  return { id, at: at.toISOString(), kind, location, subject, data, isRead } as Notice
}

function toChoices(ctx: Context, { noticesOff }: StaffMemberRow): NoticeChoices {
  const kinds = noticeKinds.filter((kind) => maySee(ctx, kind))
  return { kinds: kinds.map((kind) => ({ kind, isCounted: !noticesOff.includes(kind) })) }
}
