import type { LocationInput } from '#server/locations/locations.ts'
import { addDays } from './days.ts'

type Hours = LocationInput['hours']

const onDays = (days: number[], ...shifts: [from: string, to: string][]): Hours =>
  days.flatMap((weekday) => shifts.map(([from, to]) => ({ weekday, from, to })))

/** The five stores. The days of their exceptional opening hours are counted from `today`, a local date. */
export function demoStores(today: string): LocationInput[] {
  return [
    {
      id: 'markham',
      code: 'MK',
      position: 1,
      name: { en: 'Markham', zh: '万锦店' },
      street: '168 Main Street Unionville',
      city: 'Markham',
      province: 'ON',
      postCode: 'L3R 2G9',
      phone: '+19055550168',
      orderEmail: 'orders@lantern-lane.example',
      mapUrl: 'https://www.openstreetmap.org/?mlat=43.8655&mlon=-79.3108#map=17/43.8655/-79.3108',
      timeZone: 'America/Toronto',
      hours: onDays([0, 1, 2, 3, 4, 5, 6], ['08:00', '21:30']),
      exceptions: [
        {
          date: addDays(today, 5),
          closed: false,
          from: '11:00',
          to: '18:00',
          reason: { en: 'Stock-taking in the morning', zh: '上午盘点' },
        },
      ],
      methods: ['PICKUP', 'DELIVERY', 'EAT_IN'],
      latitude: 43.8655,
      longitude: -79.3108,
      methodRules: {
        DELIVERY: {
          hours: onDays([0, 1, 2, 3, 4, 5, 6], ['10:30', '21:00']),
          leadMinutes: 35,
          slotMinutes: 30,
          slotCapacity: 6,
          lastOrder: { daysBefore: 0, time: '20:15' },
        },
        // Guests can eat in at any time of day, because visitors of the demonstration are in different time zones.
        EAT_IN: { hours: onDays([0, 1, 2, 3, 4, 5, 6], ['00:00', '23:59']), exceptions: [] },
      },
      leadMinutes: 20,
      slotMinutes: 15,
      daysAhead: 7,
      slotCapacity: 12,
    },
    {
      id: 'downtown',
      code: 'DT',
      position: 2,
      name: { en: 'Toronto', zh: '多伦多店' },
      street: '52 Baldwin Street, Unit 3',
      city: 'Toronto',
      province: 'ON',
      postCode: 'M5T 1L4',
      phone: '+14165550152',
      orderEmail: 'orders@lantern-lane.example',
      mapUrl: 'https://www.openstreetmap.org/?mlat=43.6560&mlon=-79.3935#map=17/43.6560/-79.3935',
      timeZone: 'America/Toronto',
      hours: [
        ...onDays([1, 2, 3, 4, 5], ['07:30', '14:30'], ['16:00', '21:00']),
        ...onDays([0, 6], ['09:00', '22:00']),
      ],
      exceptions: [
        { date: addDays(today, 3), closed: true, reason: { en: 'New floor, one day only', zh: '换地板，只关一天' } },
      ],
      methods: ['PICKUP', 'DELIVERY', 'EAT_IN'],
      latitude: 43.656,
      longitude: -79.3935,
      zoneChoice: 'cheapest',
      tablesOpenedBy: 'staff',
      methodRules: { DELIVERY: { leadMinutes: 30, slotMinutes: 30, slotCapacity: 5 } },
      leadMinutes: 15,
      slotMinutes: 15,
      daysAhead: 5,
      slotCapacity: 8,
    },
    {
      id: 'richmond',
      code: 'RH',
      position: 3,
      name: { en: 'Richmond', zh: '列治文店' },
      street: '4380 No. 3 Road, Unit 118',
      city: 'Richmond',
      province: 'BC',
      postCode: 'V6X 3V7',
      phone: '+16045550138',
      orderEmail: 'orders@lantern-lane.example',
      mapUrl: 'https://www.openstreetmap.org/?mlat=49.1826&mlon=-123.1368#map=17/49.1826/-123.1368',
      timeZone: 'America/Vancouver',
      hours: onDays([0, 1, 2, 3, 4, 5, 6], ['10:00', '21:00']),
      exceptions: [
        {
          date: addDays(today, 6),
          closed: false,
          from: '12:00',
          to: '19:00',
          reason: { en: 'Staff dinner', zh: '员工聚餐' },
        },
      ],
      methods: ['PICKUP'],
      latitude: 49.1826,
      longitude: -123.1368,
      leadMinutes: 25,
      slotMinutes: 30,
      daysAhead: 7,
      slotCapacity: 10,
    },
    {
      id: 'scarborough',
      code: 'SC',
      position: 4,
      name: { en: 'Scarborough, opening soon', zh: '士嘉堡店（即将开业）' },
      display: false,
      street: '3250 Midland Avenue',
      city: 'Scarborough',
      province: 'ON',
      postCode: 'M1V 4A5',
      phone: '+14165550125',
      orderEmail: 'orders@lantern-lane.example',
      timeZone: 'America/Toronto',
      hours: onDays([1, 2, 3, 4, 5, 6], ['10:00', '20:00']),
      methods: ['PICKUP'],
    },
    {
      id: 'online',
      code: 'WEB',
      position: 5,
      name: { en: 'Online warehouse', zh: '网上仓库' },
      virtual: true,
      street: '75 Shields Court',
      city: 'Markham',
      province: 'ON',
      postCode: 'L3R 9T4',
      phone: '+19055550175',
      orderEmail: 'orders@lantern-lane.example',
      timeZone: 'America/Toronto',
      hours: [],
      methods: [],
    },
  ]
}

/** The seller, with invented registration numbers. */
export const demoSeller = {
  name: 'Lantern Lane Foods Inc.',
  registrations: { GST: '80123 4567 RT0001', HST: '80123 4567 RT0001', PST: 'PST-1012-3456' },
}
