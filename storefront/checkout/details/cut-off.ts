import type { ShouldRevalidateFunctionArgs } from 'react-router'
import type { Client } from '#contract/client.ts'
import { isReachable } from '#storefront/core/client-state/reachability.ts'
import type { Page } from '#storefront/core/data.ts'

/** A form's work in the browser; where the shop cannot be reached, its answer is what `instead` says of the form. */
export function orCutOff<Result>(
  work: (api: Client, page: Page) => Promise<Result>,
  instead: (form: FormData) => Result,
) {
  return async (api: Client, page: Page): Promise<Result> => {
    const sent = page.request.clone()
    try {
      return await work(api, page)
    } catch (error) {
      if (error instanceof TypeError && !isReachable()) return instead(await sent.formData())
      throw error
    }
  }
}

/** What could not be sent has changed nothing: the page stays as it is, with all that was typed. */
export function unlessCutOff({ formMethod, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs): boolean {
  return defaultShouldRevalidate && (!formMethod || isReachable())
}
