import type { Context } from '#server/platform/context.ts'
export async function openDemo(_: Context) {}
