import { calls } from '#contract/calls.ts'
import type { Client } from '#contract/client.ts'
import { createClient } from '#contract/client.ts'
import { moreBase, officeBase } from '#contract/constants.ts'
import { staffCalls } from '#contract/office/calls.ts'
import { feed } from './blog/feed.ts'
import { listPages as listBlog } from './blog/sitemap.ts'
import * as campaigns from './campaigns/campaigns.ts'
import { listPages as listCampaigns } from './campaigns/sitemap.ts'
import { serveExport } from './catalogue/office-export.ts'
import { createHintCheck } from './content/content.ts'
import { manifest } from './content/manifest.ts'
import type { MoreParts } from './content/sitemap.ts'
import { robots, sitemapIndex, sitemapPart } from './content/sitemap.ts'
import * as influencers from './influencers/influencers.ts'
import * as locations from './locations/locations.ts'
import { operations } from './operations.ts'
import * as orders from './orders/orders.ts'
import * as payments from './payments/payments.ts'
import type { App } from './platform/context.ts'
import { bindDocument, bindStreamedDocuments } from './platform/http/documents.ts'
import type { Office } from './platform/http/office-access.ts'
import type { Http } from './platform/http/server.ts'
import { bindCalls, bindNotFound, bindRoute, bindStream, inProcessTransport } from './platform/http/server.ts'
import type { Visit } from './platform/http/visits.ts'
import * as referral from './referral/referral.ts'
import * as people from './staff/staff.ts'

export { introduce } from './content/content.ts'
export { openFirst as openFirstLocation } from './locations/locations.ts'
export { firstOwnerLink } from './staff/staff.ts'

export interface Api {
  http: Http
  /** Handles a request as if it came over the network. */
  fetch(request: Request): Promise<Response>
  /** Creates a client that calls the API within this process. The server uses it to render the page of a visit. */
  clientFor(visit: Visit): Client
}

/** Binds each call of the API to the operation of its module, and binds the routes that are no calls. */
export function createApi(app: App): Api {
  app.checkHints = createHintCheck(app)
  const office = createOffice(app)
  const options = { admit: { referrer: referral.requireReferrer }, office }
  const http = bindCalls(app, { ...calls, ...staffCalls }, operations, options)
  bindProviderNotifications(app, http)
  bindFiles(app, http)
  bindLiveUpdates(app, http, office)
  bindDocuments(app, http)
  bindNotFound(app, http)
  return {
    http,
    fetch: async (request) => http.hono.fetch(request, {}),
    clientFor: (visit) => createClient(inProcessTransport(http, visit), () => undefined),
  }
}

/** Returns the functions with which the HTTP layer finds staff and the stores of records, and uses the audit log. */
function createOffice(app: App): Office {
  return {
    find: (token) => people.findStaff(app, token),
    log: people.writeLog,
    lastChange: people.lastChange,
    storeOf: {
      order: orders.staff.findStoreOfOrder,
      campaign: campaigns.staff.findStoreOfCampaign,
      payment: payments.findStoreOfPayment,
    },
  }
}

function bindProviderNotifications(app: App, http: Http) {
  for (const method of ['GET', 'POST']) {
    bindRoute(app, http, {
      row: `${method} ${moreBase}/payments/:provider/notification`,
      limit: { points: 600, seconds: 60 },
      handle: (request) =>
        payments.receiveNotification(app, request, new URL(request.url).pathname.split('/').at(-2) ?? ''),
    })
  }
}

/** Binds the routes of influencers' pictures and of the files that staff download. */
function bindFiles(app: App, http: Http) {
  bindRoute(app, http, {
    row: 'GET /influencer-pictures/:id/:file',
    limit: { points: 600, seconds: 60 },
    handle: (request) => influencers.servePicture(app, new URL(request.url).pathname),
  })
  bindRoute(app, http, {
    row: `GET ${officeBase}/exports/:file`,
    limit: { points: 60, seconds: 3600 },
    isOffice: true,
    handle: (request) => serveExport(app, new URL(request.url).pathname),
  })
  bindRoute(app, http, {
    row: `GET ${officeBase}/book-files/:file`,
    limit: { points: 60, seconds: 3600 },
    isOffice: true,
    handle: (request) => payments.serveBooks(app, new URL(request.url).pathname),
  })
}

function bindLiveUpdates(app: App, http: Http, office: Office) {
  bindStream(app, http, {
    row: `GET ${moreBase}/orders/:id/events`,
    limit: { points: 120, seconds: 60 },
    handle: (ctx, { id = '' }, query) => orders.watchOrder(ctx, id, query.get('token') ?? undefined),
  })
  bindStream(app, http, {
    row: `GET ${officeBase}/live`,
    limit: { points: 120, seconds: 60 },
    office,
    handle: (ctx) => people.watchOffice(ctx, [orders.orderChannel, locations.dining.tableChannel]),
  })
}

/**
 * The parts of the sitemap besides products and pages. Maps the name of each part to the function that lists its
 * entries.
 */
const sitemapParts: MoreParts = {
  blog: listBlog,
  campaigns: listCampaigns,
  influencers: async (ctx) =>
    (await influencers.listPublic(ctx)).map(({ id, updatedAt }) => ({
      path: `/influencer/${id}`,
      ...(updatedAt && { updatedAt }),
    })),
}

/** Binds the routes of the sitemaps, the blog's feed, `robots.txt` and the web manifest. */
function bindDocuments(app: App, http: Http) {
  const document = { maxAgeSeconds: 3600, limit: { points: 600, seconds: 60 } }
  const xml = { ...document, type: 'application/xml; charset=utf-8' }
  bindDocument(app, http, { ...xml, path: '/sitemap.xml', write: (ctx) => sitemapIndex(ctx, sitemapParts) })
  bindStreamedDocuments(app, http, {
    ...xml,
    path: '/:file{sitemap-.+[.]xml}',
    write: (ctx, path) => sitemapPart(ctx, path.slice('/sitemap-'.length, -'.xml'.length), sitemapParts),
  })
  bindDocument(app, http, {
    ...document,
    path: '/blog/feed.xml',
    type: 'application/rss+xml; charset=utf-8',
    write: feed,
  })
  bindDocument(app, http, { ...document, path: '/robots.txt', type: 'text/plain; charset=utf-8', write: robots })
  bindDocument(app, http, {
    ...document,
    path: '/manifest.webmanifest',
    type: 'application/manifest+json',
    write: manifest,
  })
}
