/** Who can sign in to the demonstration; `npm start` prints them. */
export const demoAccounts = [
  {
    name: 'Mei Lin 林美',
    email: 'mei@lantern-lane.example',
    password: 'osmanthus-oolong-17',
    phone: '+16475550142',
    locale: 'zh',
  },
  {
    name: 'Daniel Okafor',
    email: 'daniel@lantern-lane.example',
    password: 'persimmon-lantern-24',
    phone: '+14165550187',
    locale: 'en',
  },
  {
    name: 'Sofia Reyes',
    email: 'sofia@lantern-lane.example',
    password: 'ginger-scallion-58',
    phone: '+14165550161',
    locale: 'en',
  },
  {
    name: 'Zhou Wei 周伟',
    email: 'zhou@lantern-lane.example',
    password: 'longan-honey-36',
    phone: '+16475550173',
    locale: 'zh',
  },
  {
    name: 'Priya Nair',
    email: 'priya@lantern-lane.example',
    password: 'cardamom-bun-92',
    phone: '+14165550194',
    locale: 'en',
  },
] as const
