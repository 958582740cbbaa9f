import { expect, test } from 'vitest'
import { findOverlaps, readPrefixes } from './postal-area.ts'

test('postal codes are read from a pasted list with commas, spaces or line breaks', () => {
  expect(readPrefixes('l3r, L3S\nm5a - m5t，L3R')).toEqual(['L3R', 'L3S', 'M5A-M5T'])
  expect(readPrefixes('L3R L3S\tL3P  m5t 1l4\n10001 10002')).toEqual(['L3R', 'L3S', 'L3P', 'M5T1L4', '10001', '10002'])
  expect(readPrefixes('L3R\n10001')).toEqual(['L3R', '10001'])
  expect(readPrefixes(' ')).toEqual([])
})

test('zones with a postal code in common are named with an example, the first zone first', () => {
  const zone = (name: string, ...prefixes: string[]) => ({ zone: name, prefixes })
  expect(findOverlaps([zone('near', 'L3R'), zone('far', 'L3R1A', 'L4B')])).toEqual([
    { prefix: 'L3R1A', first: 'near', second: 'far' },
  ])
  expect(findOverlaps([zone('downtown', 'M5A-M5T'), zone('core', 'M5C')])).toHaveLength(1)
  expect(findOverlaps([zone('near', 'L3R'), zone('far', 'L4B'), zone('downtown', 'M5A-M5T')])).toEqual([])
})
