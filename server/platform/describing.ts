import packageFile from '../../package.json' with { type: 'json' }
import { describeApiAsPage } from './api-page.ts'
import { readCallDocs } from './call-docs.ts'
import type { Schemas } from './openapi.ts'
import { describeApi } from './openapi.ts'

/** The forms of the API's description by the names of the files that the build makes of them. Each takes longer than a thousand answers. */
export const describing = {
  'openapi.json': async (schemas: Schemas) =>
    JSON.stringify(describeApi(schemas, await readCallDocs(), packageFile.version)),
  'docs.html': async (schemas: Schemas) => describeApiAsPage(schemas, await readCallDocs()),
}
