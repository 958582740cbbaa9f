/** A point on earth in degrees, in WGS-84: the coordinate system of GPS, OpenStreetMap and maps outside China. */
export interface MapPoint {
  latitude: number
  longitude: number
}

/**
 * The reason why a text gives no usable point: a short link without coordinates, a point in China that is not in
 * WGS-84, or any other reason.
 */
export type MapLinkProblem = 'short' | 'shifted' | 'none'

/** The URL of a map that marks the point. */
export function mapAddress({ latitude, longitude }: MapPoint): string {
  return `https://www.openstreetmap.org/?mlat=${latitude}&mlon=${longitude}#map=17/${latitude}/${longitude}`
}

const earthKm = 6371
const radians = (degrees: number) => (degrees * Math.PI) / 180

/** Distance between two points in kilometres, along a great circle (haversine). */
export function distanceKm(one: MapPoint, other: MapPoint): number {
  const half = (from: number, to: number) => Math.sin(radians(to - from) / 2) ** 2
  const narrowing = Math.cos(radians(one.latitude)) * Math.cos(radians(other.latitude))
  const a = half(one.latitude, other.latitude) + narrowing * half(one.longitude, other.longitude)
  return 2 * earthKm * Math.asin(Math.min(1, Math.sqrt(a)))
}

/** Whether a point lies on earth. Excludes `0, 0`, which apps send if they know no point. */
export function isOnEarth({ latitude, longitude }: MapPoint): boolean {
  return Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 && (latitude !== 0 || longitude !== 0)
}

/**
 * Reads the point from a pasted link to Google Maps, Apple Maps, OpenStreetMap, Amap (高德) or Baidu, or from two typed
 * numbers. If a link contains both a place and the centre of the map, returns the point of the place.
 */
export function readMapLink(text: string): MapPoint | MapLinkProblem {
  const typedPoint = pairIn(text, pairPattern) ?? pairIn(text.trim().replace(/^geo:/i, ''), pairPrefixPattern)
  if (typedPoint) return roundPoint(typedPoint) ?? 'none'
  const url = urlIn(text)
  if (!url) return 'none'
  if (shortHosts.test(url.hostname)) return 'short'
  const site = sites.find(({ host }) => host.test(url.hostname))
  const point = site?.read(url)
  const roundedPoint = point && roundPoint(point)
  if (!site || !roundedPoint) return 'none'
  return site.isShifted?.(url) && isInChina(roundedPoint) ? 'shifted' : roundedPoint
}

/**
 * Hosts of short links. A link's target is unknown until the link is opened, and a page cannot read the target of
 * another site's redirect.
 */
const shortHosts = /^(maps\.app\.goo\.gl|goo\.gl|g\.co|share\.google|maps\.apple|surl\.amap\.com|j\.map\.baidu\.com)$/

const number = '([-+]?\\d{1,3}(?:\\.\\d+)?)'
const pairPrefixPattern = new RegExp(`^(?:loc:)?\\s*${number}\\s*[,，]\\s*${number}(?![\\d.])`)
const pairPattern = new RegExp(`^\\s*${number}°?\\s*[,，;\\s]\\s*${number}°?\\s*$`)

function pairIn(text: string | null | undefined, pattern: RegExp): MapPoint | null {
  const [, latitude, longitude] = (text && pattern.exec(text)) || []
  return latitude && longitude ? { latitude: Number(latitude), longitude: Number(longitude) } : null
}

/** Rounds to six decimals, a tenth of a metre; null if the point is not on earth. */
function roundPoint(point: MapPoint): MapPoint | null {
  const round = (degrees: number) => Math.round(degrees * 1e6) / 1e6
  return isOnEarth(point) ? { latitude: round(point.latitude), longitude: round(point.longitude) } : null
}

/** The URL in a text that an app shares, such as “Bakery https://…”. */
function urlIn(text: string): URL | null {
  const address = /https?:\/\/\S+/i.exec(text)?.[0] ?? `https://${text.trim()}`
  return URL.canParse(address) ? new URL(address) : null
}

type Read = (url: URL) => MapPoint | null

/** Reads the first of these query parameters that holds a pair of numbers, latitude first. */
const inParameters =
  (...names: string[]): Read =>
  ({ searchParams }) =>
    firstOf(names, (name) => pairIn(searchParams.get(name), pairPrefixPattern))

/** Like `inParameters`, but with the longitude first. */
const inSwappedParameters =
  (...names: string[]): Read =>
  (url) => {
    const point = inParameters(...names)(url)
    return point && { latitude: point.longitude, longitude: point.latitude }
  }

/** Reads latitude and longitude from two query parameters. */
const inTwo =
  (latitude: string, longitude: string): Read =>
  ({ searchParams }) =>
    pairIn(`${searchParams.get(latitude)},${searchParams.get(longitude)}`, pairPrefixPattern)

function firstOf<From>(all: From[], read: (one: From) => MapPoint | null): MapPoint | null {
  for (const one of all) {
    const point = read(one)
    if (point) return point
  }
  return null
}

const anyOf =
  (...reads: Read[]): Read =>
  (url) =>
    firstOf(reads, (read) => read(url))

/** Reads the last path segment that is a pair of numbers: `/maps/search/43.65,-79.39`, `/maps/dir//43.65,-79.39`. */
const inPath: Read = ({ pathname }) => {
  const parts = pathname.split('/').map((part) => decode(part).replaceAll('+', ' '))
  return firstOf(parts.reverse(), (part) => pairIn(part, pairPattern))
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    // The part has a stray percent sign and cannot be decoded, so it stays unchanged.
    return part
  }
}

/** Reads a place's point from a Google Maps URL: the last `!3d43.65!4d-79.39`, because the URL may have several. */
const inGoogleData: Read = ({ pathname }) => {
  const [, latitude, longitude] = [...pathname.matchAll(new RegExp(`!3d${number}!4d${number}`, 'g'))].at(-1) ?? []
  return latitude && longitude ? { latitude: Number(latitude), longitude: Number(longitude) } : null
}
const inGoogleView: Read = ({ pathname }) => pairIn(decode(pathname).split('/@')[1], pairPrefixPattern)

const inMapHash: Read = ({ hash }) => {
  const [, latitude, longitude] = new RegExp(`map=[\\d.]+/${number}/${number}`).exec(hash) ?? []
  return latitude && longitude ? { latitude: Number(latitude), longitude: Number(longitude) } : null
}

/** Reads `p=B0FFG,43.65,-79.39,Bakery`: the place's id, then its point. */
const inAmapPlace: Read = ({ searchParams }) =>
  pairIn(searchParams.get('p')?.split(',').slice(1, 3).join(','), pairPattern)

/** Reads `destination=latlng:43.65,-79.39|name:Bakery`. */
const inBaiduRoute: Read = ({ searchParams }) =>
  pairIn(searchParams.get('destination')?.split('latlng:')[1], pairPrefixPattern)

interface Site {
  host: RegExp
  read: Read
  /** Whether the URL gives points in China in a coordinate system other than WGS-84. */
  isShifted?: (url: URL) => boolean
}

/**
 * The map sites whose links `readMapLink` reads. Amap uses GCJ-02 unless the URL has `coordinate=wgs84`
 * (lbs.amap.com/api/uri-api/guide/mobile-web/point). Baidu uses BD-09 unless the URL has `coord_type=wgs84`. Outside
 * China, both systems give WGS-84 points (lbs.baidu.com/faq/api?title=androidsdk/guide/tool/coordinate), which
 * `readMapLink` uses unchanged. It refuses their points within China, which would be some 500 metres off.
 */
const sites: Site[] = [
  {
    host: /(^|\.)google\.[a-z.]{2,6}$/,
    read: anyOf(
      inGoogleData,
      inParameters('q', 'query', 'destination', 'daddr'),
      inPath,
      inParameters('ll', 'center', 'sll'),
      inGoogleView,
    ),
  },
  { host: /^maps\.apple\.com$/, read: inParameters('coordinate', 'll', 'q', 'daddr', 'destination', 'center', 'sll') },
  { host: /(^|\.)(openstreetmap|osm)\.org$/, read: anyOf(inTwo('mlat', 'mlon'), inTwo('lat', 'lon'), inMapHash) },
  {
    host: /(^|\.)(amap|gaode)\.com$/,
    read: anyOf(
      inSwappedParameters('position', 'to', 'dest', 'destination', 'location', 'lnglat'),
      inTwo('lat', 'lng'),
      inTwo('lat', 'lon'),
      inAmapPlace,
      inParameters('q'),
    ),
    isShifted: ({ searchParams }) => searchParams.get('coordinate') !== 'wgs84',
  },
  {
    // Does not read the numbers after `@` in Baidu's own URLs: they are metres on Baidu's own projection, not degrees.
    host: /(^|\.)baidu\.com$/,
    read: anyOf(inParameters('location', 'latlng'), inBaiduRoute, inTwo('lat', 'lng')),
    isShifted: ({ searchParams }) => searchParams.get('coord_type') !== 'wgs84',
  },
]

/** Whether a point is within China's extent, as given by Amap (lbs.amap.com/api/uri-api/gettingstarted). */
function isInChina({ latitude, longitude }: MapPoint): boolean {
  return latitude > 3.85 && latitude < 53.55 && longitude > 73.55 && longitude < 135.1
}
