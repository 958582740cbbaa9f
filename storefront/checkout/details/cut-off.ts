import type { ShouldRevalidateFunctionArgs } from 'react-router'
import type { Client } from '#contract/client.ts'
import { isReachable } from '#storefront/core/client-state/reachability.ts'
import type { Page } from '#storefront/core/data.ts'

/** Wraps the `clientAction` of a form. If the shop is unreachable, the action returns the result of `fallback`. */
export function orIfUnreachable<Result>(
  action: (api: Client, page: Page) => Promise<Result>,
  fallback: (form: FormData) => Result,
) {
  return async (api: Client, page: Page): Promise<Result> => {
    const requestCopy = page.request.clone()
    try {
      return await action(api, page)
    } catch (error) {
      if (error instanceof TypeError && !isReachable()) return fallback(await requestCopy.formData())
      throw error
    }
  }
}

/**
 * A form that did not reach the shop changed nothing there. So the page does not reload its data, and keeps the
 * shopper's input.
 */
export function revalidateIfReachable({ formMethod, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs): boolean {
  return defaultShouldRevalidate && (!formMethod || isReachable())
}
