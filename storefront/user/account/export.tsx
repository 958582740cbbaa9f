import { ApiError } from '#contract/api-error.ts'
import type { Client } from '#contract/client.ts'
import type { Page } from '#storefront/core/data.ts'
import { onServer } from '#storefront/core/data.ts'
import { forMember, signInAgain } from '#storefront/core/member.ts'

/**
 * Downloads all data about the member as a JSON file. If the visitor must sign in first, the sign-in leads to
 * `/user/privacy`, which has the download button, because this route itself has no page.
 */
const load = async (api: Client, { url }: Page) => {
  const privacyPage = new URL('/user/privacy', url)
  try {
    const all = await forMember(privacyPage, api.account.exportData())
    return new Response(JSON.stringify(all, null, 2), {
      headers: {
        'Content-Type': 'application/json; charset=utf-8',
        'Content-Disposition': 'attachment; filename="my-data.json"',
        'Cache-Control': 'no-store',
      },
    })
  } catch (error) {
    if (error instanceof ApiError && error.code === 'account.recent_required') throw signInAgain(privacyPage)
    throw error
  }
}
export const loader = onServer(load)
