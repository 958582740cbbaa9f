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
] as const
