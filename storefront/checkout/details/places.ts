import type { Country, Province } from '#contract/addresses.ts'
import type { Client } from '#contract/client.ts'
import type { Text } from '#contract/shapes.ts'

export interface Places {
  countries: { code: Country; name: Text }[]
  provinces: Record<Country, Province[]>
}

/** Loads the address countries and their provinces: all countries, or only the countries in `codes`. */
export async function loadPlaces(api: Client, codes?: Country[]): Promise<Places> {
  const { countries: allCountries } = await api.locations.countries()
  const countries = codes ? allCountries.filter(({ code }) => codes.includes(code)) : allCountries
  const lists = await Promise.all(countries.map(({ code }) => api.locations.provinces({ country: code })))
  const provinces = Object.fromEntries(countries.map(({ code }, index) => [code, lists[index]?.provinces ?? []]))
  // The cast is safe, because the provinces of every country were requested above.
  return { countries, provinces: provinces as Places['provinces'] }
}
