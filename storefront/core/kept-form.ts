import { ApiError } from '#contract/api-error.ts'
import type { Client } from '#contract/client.ts'
import type { ErrorItem } from '#contract/errors.ts'
import { columns, defaultLocale, locales, toLang } from '#contract/languages.ts'
import { offlineTexts } from './client-state/offline-texts.ts'
import { isReachable } from './client-state/reachability.ts'
import type { Page } from './data.ts'

/**
 * Wraps the `clientAction` of a form. If the shop is unreachable or too busy, the action returns the result of
 * `refuse`, so that the page stays open with what the visitor typed. `refuse` must respond with status 503, because
 * pages do not revalidate after this status.
 */
export function orKeepForm<Result, Refused>(
  action: (api: Client, page: Page) => Promise<Result>,
  refuse: (errors: ErrorItem[], form: FormData, page: Page) => Refused,
) {
  return async (api: Client, page: Page): Promise<Result | Refused> => {
    const requestCopy = page.request.clone()
    try {
      return await action(api, page)
    } catch (error) {
      const errors = unavailableErrors(error)
      if (!errors) throw error
      return refuse(errors, await requestCopy.formData(), page)
    }
  }
}

function unavailableErrors(error: unknown): ErrorItem[] | null {
  if (error instanceof ApiError && error.status === 503) return error.errors
  if (!(error instanceof TypeError) || isReachable()) return null
  const locale = locales.find((locale) => toLang(locale) === document.documentElement.lang) ?? defaultLocale
  return [{ code: 'unavailable', message: offlineTexts.title[columns[locale]] }]
}
