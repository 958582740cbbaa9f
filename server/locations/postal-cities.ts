/**
 * For each city, the beginnings of its Canadian postal codes. The list is not complete: `cityOf` returns null for codes
 * that are not in it. Source: the forward sortation areas of Canada Post.
 */
const table = `
  Toronto: M
  Markham: L3P L3R L3S L6B L6C L6E L6G
  Richmond Hill: L4B L4C L4E L4S
  Thornhill: L3T L4J
  Vaughan: L4H L4K L4L L6A
  Aurora: L4G
  Newmarket: L3X L3Y
  Mississauga: L4T L4V L4W L4X L4Y L4Z L5
  Brampton: L6P L6R L6S L6T L6V L6W L6X L6Y L6Z L7A
  Oakville: L6H L6J L6K L6L L6M
  Burlington: L7L L7M L7N L7P L7R L7S L7T
  Milton: L9T L9E
  Hamilton: L8H L8K L8L L8M L8N L8P L8R L8S L8T L8V L8W L9A L9B L9C
  Pickering: L1V L1W L1X
  Ajax: L1S L1T L1Z
  Whitby: L1M L1N L1P L1R
  Oshawa: L1G L1H L1J L1K L1L
  Barrie: L4M L4N L9J
  St. Catharines: L2M L2N L2P L2R L2S L2T
  Niagara Falls: L2E L2G L2H L2J
  Guelph: N1E N1G N1H N1K N1L
  Kitchener: N2A N2B N2C N2E N2G N2H N2M N2N N2P N2R
  Waterloo: N2J N2K N2L N2T N2V
  Cambridge: N1P N1R N1S N1T N3C N3E N3H
  Brantford: N3P N3R N3S N3T N3V
  London: N5V N5W N5X N5Y N5Z N6
  Windsor: N8P N8R N8S N8T N8W N8X N8Y N9A N9B N9C N9E
  Ottawa: K1 K2
  Kingston: K7K K7L K7M K7P
  Peterborough: K9H K9J K9K K9L
  Sudbury: P3A P3B P3C P3E
  Thunder Bay: P7A P7B P7C P7E
  Montréal: H1 H2 H3A H3B H3C H3E H3G H3H H3J H3K H3L H3M H3N H3S H3T H3V H3W H4A H4B H4C H4E H4G H4H H4J H4K
  Montréal: H4L H4M H4N H4P H4R H4S H4T H5A H5B
  Laval: H7
  Longueuil: J4G J4H J4J J4K J4L J4M J4N
  Brossard: J4W J4X J4Y J4Z
  Gatineau: J8P J8R J8T J8V J8X J8Y J8Z J9A J9H J9J
  Sherbrooke: J1E J1G J1H J1J J1K J1L
  Québec: G1
  Vancouver: V5K V5L V5M V5N V5P V5R V5S V5T V5V V5W V5X V5Y V5Z V6A V6B V6C V6E V6G V6H V6J V6K V6L V6M V6N
  Vancouver: V6P V6R V6S V6T V6Z
  Burnaby: V3N V5A V5B V5C V5E V5G V5H V5J
  Richmond: V6V V6W V6X V6Y V7A V7B V7C V7E
  North Vancouver: V7G V7H V7J V7K V7L V7M V7N V7P V7R
  West Vancouver: V7S V7T V7V V7W
  Surrey: V3R V3S V3T V3V V3W V3X V3Z V4A V4N V4P
  Delta: V4C V4E V4G V4K V4L V4M
  Coquitlam: V3E V3J V3K
  Port Coquitlam: V3B V3C
  Port Moody: V3H
  New Westminster: V3L V3M
  Langley: V1M V2Y V2Z V3A V4W
  Maple Ridge: V2W V2X
  Abbotsford: V2S V2T V3G V4X
  Victoria: V8R V8S V8T V8V V8W
  Kelowna: V1P V1V V1W V1X V1Y
  Nanaimo: V9R V9S V9T V9V
  Kamloops: V1S V2B V2C V2E
  Calgary: T1Y T2 T3A T3B T3C T3E T3G T3H T3J T3K T3L T3M T3N T3P T3R T3S
  Edmonton: T5 T6
  Red Deer: T4N T4P T4R
  Lethbridge: T1H T1J T1K
  Medicine Hat: T1A T1B T1C
  Saskatoon: S7H S7J S7K S7L S7M S7N S7P S7R S7T S7V S7W
  Regina: S4N S4P S4R S4S S4T S4V S4W S4X S4Y S4Z
  Winnipeg: R2C R2G R2H R2J R2K R2L R2M R2N R2P R2R R2V R2W R2X R2Y R3
  Halifax: B3H B3J B3K B3L B3M B3N B3P B3R B3S
  Dartmouth: B2V B2W B2X B2Y B3A B3B
  Bedford: B4A
  Fredericton: E3A E3B E3C
  Moncton: E1C E1E E1G
  Saint John: E2J E2K E2L E2M
  St. John's: A1A A1B A1C A1E
  Charlottetown: C1A C1C C1E
  Whitehorse: Y1A
  Yellowknife: X1A
`

const cities = new Map(
  table
    .trim()
    .split('\n')
    .flatMap((line) => {
      const [city = '', prefixes = ''] = line.trim().split(': ')
      return prefixes.split(' ').map((prefix): [string, string] => [prefix, city])
    }),
)

/** The city of a Canadian postal code or its beginning, without spaces; null if unknown. */
export function cityOf(postCode: string): string | null {
  for (let length = 3; length > 0; length--) {
    const city = cities.get(postCode.slice(0, length))
    if (city) return city
  }
  return null
}
