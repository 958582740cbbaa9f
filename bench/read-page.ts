import { createShopper } from '#tests/shopper.ts'

/** Returns the HTML of a page. Unlike `fetch`, asks again if the server has just closed the idle connection. */
export const readPage = async (url: string, path: string) => (await createShopper(url).walk(path)).text()
