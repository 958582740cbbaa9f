import { pictureForms } from '#contract/constants.ts'
import { limits } from '#contract/limits.ts'
import type { App } from '#server/platform/context.ts'
import { fail } from '#server/platform/fail.ts'
import { isMultipart, readEncodedForm, readFormInParts } from '#server/platform/http/input.ts'
import type { Http } from '#server/platform/http/server.ts'
import type { Visit } from '#server/platform/http/visits.ts'
import { openContext, refuseForgery } from '#server/platform/http/visits.ts'

/**
 * Reads a page's form that the browser sent without JavaScript. Refuses a form from another site, and too many forms
 * from one network. Otherwise fails like `readForm`.
 */
export async function receiveForm(app: App, http: Http, visit: Visit): Promise<Request> {
  refuseForgedForm(visit, http)
  await http.limit('page forms', { points: limits.pageForms, seconds: 60 }, visit.ip)
  return readForm(app, visit)
}

/**
 * Refuses forms from other sites. A form sent without JavaScript has no XSRF header, but its `Origin` shows its source.
 * If the form's page sends no referrer, `Origin` is `null`. Fetch Metadata then shows the source.
 */
function refuseForgedForm(visit: Visit, http: Http) {
  const { headers } = visit.request
  const origin = headers.get('origin')
  const isOwn = origin === 'null' && headers.get('sec-fetch-site') === 'same-origin'
  if (origin !== visit.origin && !isOwn) refuseForgery(visit, http.xsrf)
}

/**
 * Reads a whole form, except a guest's form with pictures, and returns a request with its fields for the page. Fails
 * with `input.media_type` if the body is not a form, and with `input.too_large` if the form is too large.
 */
async function readForm(app: App, visit: Visit): Promise<Request> {
  const { headers, signal } = visit.request
  const pictures = pictureForms[visit.url.pathname] ?? 0
  const toRequest = (body: BodyInit, type?: string) => {
    const forwardedHeaders = new Headers(headers)
    // `refuseForgedForm` has checked the `Origin` header. The router compares `Origin` with the URL behind the proxy
    // and refuses `null`. So the router gets the origin of that URL.
    forwardedHeaders.set('Origin', new URL(visit.request.url).origin)
    if (type) forwardedHeaders.set('Content-Type', type)
    return new Request(visit.request.url, { method: 'POST', headers: forwardedHeaders, body, signal })
  }
  if (pictures > 0 && isMultipart(visit.request)) {
    const { memberId } = await openContext(app, visit)
    if (memberId) {
      const form = await readFormInParts(visit.request, pictures)
      // Passes the parsed form to the page, because parsing the body again would block the event loop.
      return Object.defineProperty(toRequest(''), 'formData', { value: async () => form })
    }
    // The page asks guests to sign in, so the server does not read the files that they send.
    return toRequest('', 'application/x-www-form-urlencoded')
  }
  const isForm = /^application\/x-www-form-urlencoded\s*(;|$)/i.test(headers.get('content-type') ?? '')
  if (!isForm || headers.has('content-encoding')) fail('input.media_type')
  return toRequest(await readEncodedForm(visit.request))
}
