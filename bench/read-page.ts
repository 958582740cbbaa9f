import { createShopper } from '#tests/shopper.ts'

/** Returns the HTML of a page. Unlike `fetch`, retries if the server closes an idle connection just as it is reused. */
export const readPage = async (url: string, path: string) => (await createShopper(url).walk(path)).text()
