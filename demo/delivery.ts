import type { ZoneInput } from '#server/locations/delivery.ts'
import { putPoints, putZone } from '#server/locations/delivery.ts'
import { putShippingRate } from '#server/locations/shipping-rates.ts'
import { putTables } from '#server/locations/table-list.ts'
import type { Context } from '#server/platform/context.ts'

/** Creates delivery zones, shipping rates and tables. Richmond neither delivers nor ships: its customers pick up. */
export async function openDelivery(ctx: Context): Promise<void> {
  await putPoints(ctx, 'CA', demoPoints)
  for (const zone of demoZones) await putZone(ctx, zone)
  for (const rate of demoRates) await putShippingRate(ctx, rate)
  for (const [store, numbers] of Object.entries(demoTables)) await putTables(ctx, store, numbers)
}

const demoTables = {
  markham: ['1', '2', '3', '4', '5', '6', '7', '8', '9', '10', '11', '12'],
  downtown: ['A1', 'A2', 'B1', 'B2'],
}

export const demoZones: ZoneInput[] = [
  {
    id: 'markham-near',
    locationId: 'markham',
    position: 1,
    name: { en: 'Unionville and around', zh: '于人村一带' },
    area: { kind: 'postal', prefixes: ['L3R', 'L3P', 'L6G'] },
    fees: [
      { from: 0, fee: 399 },
      { from: 4000, fee: 0 },
    ],
    minimum: 1500,
  },
  {
    id: 'markham-wide',
    locationId: 'markham',
    position: 2,
    name: { en: 'Markham and Richmond Hill', zh: '万锦与列治文山' },
    area: { kind: 'radius', km: 12 },
    fees: [
      { from: 0, fee: 399 },
      { from: 6000, fee: 0 },
    ],
    distanceFees: [
      { upToKm: 6, fee: 100 },
      { upToKm: 9, fee: 300 },
      { upToKm: 12, fee: 500 },
    ],
    minimum: 3000,
    extraMinutes: 15,
  },
  {
    id: 'downtown-core',
    locationId: 'downtown',
    position: 1,
    name: { en: 'Downtown core', zh: '市中心' },
    area: {
      kind: 'polygon',
      corners: [
        [43.638, -79.42],
        [43.672, -79.42],
        [43.672, -79.365],
        [43.638, -79.365],
      ],
    },
    fees: [
      { from: 0, fee: 349 },
      { from: 3500, fee: 0 },
    ],
    minimum: 1500,
  },
  {
    id: 'downtown-wide',
    locationId: 'downtown',
    position: 2,
    name: { en: 'Midtown and the west end', zh: '中城与西区' },
    area: { kind: 'postal', prefixes: ['M4', 'M5', 'M6G-M6K'] },
    fees: [
      { from: 0, fee: 699 },
      { from: 5000, fee: 399 },
    ],
    minimum: 2500,
    hours: [0, 1, 2, 3, 4, 5, 6].map((weekday) => ({ weekday, from: '11:00', to: '20:00' })),
    extraMinutes: 15,
  },
]

/** Both stores in Ontario ship at the same rates. */
const demoRates = ['markham', 'downtown'].flatMap((locationId) => [
  {
    id: `${locationId}-canada`,
    locationId,
    position: 1,
    name: { en: 'Canada', zh: '加拿大' },
    countries: ['CA' as const],
    weightFees: [
      { upToGrams: 500, fee: 900 },
      { upToGrams: 2000, fee: 1600 },
      { upToGrams: 10_000, fee: 3400 },
    ],
    freeFrom: 15_000,
    days: { from: 8, to: 15 },
  },
  {
    id: `${locationId}-china`,
    locationId,
    position: 2,
    name: { en: 'China', zh: '中国' },
    countries: ['CN' as const],
    weightFees: [
      { upToGrams: 500, fee: 1500 },
      { upToGrams: 2000, fee: 3200 },
    ],
    days: { from: 10, to: 20 },
  },
])

/** Centres of the postal areas around the stores, accurate to a few hundred metres. */
const demoPoints: { prefix: string; point: [number, number] }[] = [
  { prefix: 'L3R', point: [43.85, -79.33] },
  { prefix: 'L3P', point: [43.88, -79.26] },
  { prefix: 'L6G', point: [43.85, -79.325] },
  { prefix: 'L3S', point: [43.845, -79.27] },
  { prefix: 'L6C', point: [43.885, -79.35] },
  { prefix: 'L4B', point: [43.855, -79.39] },
  { prefix: 'L4C', point: [43.875, -79.435] },
  { prefix: 'L3T', point: [43.825, -79.385] },
  { prefix: 'L4S', point: [43.9, -79.42] },
  { prefix: 'M1V', point: [43.815, -79.28] },
  { prefix: 'M2J', point: [43.779, -79.346] },
  { prefix: 'M4Y', point: [43.666, -79.383] },
  { prefix: 'M5A', point: [43.655, -79.362] },
  { prefix: 'M5B', point: [43.657, -79.379] },
  { prefix: 'M5G', point: [43.658, -79.387] },
  { prefix: 'M5S', point: [43.663, -79.4] },
  { prefix: 'M5T', point: [43.653, -79.4] },
  { prefix: 'M5V', point: [43.641, -79.396] },
  { prefix: 'M6G', point: [43.669, -79.422] },
  { prefix: 'M6J', point: [43.648, -79.419] },
  { prefix: 'V6X', point: [49.18, -123.13] },
  { prefix: 'V6Y', point: [49.163, -123.135] },
  { prefix: 'V5X', point: [49.21, -123.1] },
]
