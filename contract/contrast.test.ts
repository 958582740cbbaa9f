import { expect, it } from 'vitest'
import { contrast, isReadable } from './contrast.ts'

it('contrast is 21 for black on white and 1 for a colour on itself', () => {
  expect(contrast([0, 0, 0], [255, 255, 255])).toBeCloseTo(21, 5)
  expect(contrast([9, 99, 199], [9, 99, 199])).toBe(1)
})

it.each([
  ['#fff', '#767676', true],
  ['#ffffff', '#777777', false],
  ['rgb(0, 0, 0)', '#FFD400', true],
  ['#ffffff', '#ffd400', false],
  ['rgb(255 255 255)', 'rgb(33 28 23)', true],
  ['white', '#000', false],
  [undefined, '#000', false],
  ['#fff', undefined, false],
  ['#ffff', '#000', false],
])('%s on %s is readable: %s', (foreground, background, expected) => {
  expect(isReadable(foreground, background)).toBe(expected)
})
