import { describe, expect, test } from 'vitest'
import { distanceKm, isOnEarth, mapAddress, readMapLink } from './map-point.ts'

const store = { latitude: 43.6561, longitude: -79.3935 }

describe('the point of the store is read from', () => {
  test.each([
    ['two typed numbers', '43.6561, -79.3935'],
    ['two typed numbers with degrees and a Chinese comma', '43.6561°，-79.3935°'],
    ['a location that a phone shares', 'geo:43.6561,-79.3935?z=17'],
    [
      'a place of Google Maps, not the middle of the map',
      'https://www.google.com/maps/place/Lucky+Bakery/@43.65,-79.4,15z/data=!3m1!4b1!4m6!3m5!1s0x882b:0x1!8m2!3d43.6561!4d-79.3935!16s%2Fg',
    ],
    ['a place of Google Maps in Canada', 'https://www.google.ca/maps/place/%E9%A5%BC%E5%AE%B6/@43.6561,-79.3935,17z'],
    ['a search of Google Maps', 'https://www.google.com/maps/search/?api=1&query=43.6561%2C-79.3935'],
    ['a searched point of Google Maps', 'https://www.google.com/maps/search/43.6561,+-79.3935?entry=tts'],
    ['an old link of Google Maps', 'maps.google.com/maps?q=loc:43.6561,-79.3935'],
    ['a route of Google Maps', 'https://www.google.com/maps/dir/?api=1&destination=43.6561,-79.3935'],
    [
      'a text that an app shares',
      'Lucky Bakery 好运饼家 https://maps.apple.com/?address=12%20Main%20St&ll=43.6561,-79.3935&q=Lucky%20Bakery',
    ],
    ['a place of Apple Maps', 'https://maps.apple.com/place?coordinate=43.656100,-79.393500&name=Lucky'],
    ['a marker of OpenStreetMap', 'https://www.openstreetmap.org/?mlat=43.6561&mlon=-79.3935#map=12/43.7/-79.4'],
    ['a node of OpenStreetMap', 'https://www.openstreetmap.org/node/1#map=19/43.6561/-79.3935'],
    ['a marker of Amap, longitude first', 'https://uri.amap.com/marker?position=-79.3935,43.6561&name=饼家'],
    ['a shared place of Amap', 'https://www.amap.com/?p=B0FFG12,43.6561,-79.3935,好运饼家,12 Main St'],
    ['a shared point of Amap', 'https://wb.amap.com/?q=43.6561,-79.3935,好运饼家'],
    ['a lookup of Amap', 'https://ditu.amap.com/regeo?lng=-79.3935&lat=43.6561'],
    ['a marker of Baidu', 'http://api.map.baidu.com/marker?location=43.6561,-79.3935&title=饼家&output=html'],
    [
      'a route of Baidu',
      'https://api.map.baidu.com/direction?destination=latlng:43.6561,-79.3935|name:饼家&mode=walking',
    ],
    ['our own address of a map', mapAddress(store)],
  ])('%s', (_, text) => {
    expect(readMapLink(text)).toEqual(store)
  })
})

describe('no point is read from', () => {
  test.each([
    ['https://maps.app.goo.gl/AbCdEf123', 'short'],
    ['高德地图 https://surl.amap.com/1aBcD', 'short'],
    ['https://j.map.baidu.com/ab/xyz', 'short'],
    ['https://maps.apple/p/abc', 'short'],
    ['https://www.google.com/maps/place/Lucky+Bakery', 'none'],
    // These numbers are metres in Baidu's projection, not degrees, so the link gives no point.
    ['https://map.baidu.com/@12959238.56,4825347.47,16z', 'none'],
    ['https://bakery.example/?q=43.6561,-79.3935', 'none'],
    ['https://google.com.evil.example/maps?q=43.6561,-79.3935', 'none'],
    ['https://www.google.com/maps?q=143.6561,-79.3935', 'none'],
    ['https://www.google.com/maps?q=0,0', 'none'],
    ['https://www.google.com/maps/place/100%/', 'none'],
    ['12 Main Street', 'none'],
    ['', 'none'],
    // These points lie in China and are not given in WGS-84, so the links are refused.
    ['https://uri.amap.com/marker?position=116.473195,39.993253', 'shifted'],
    ['http://api.map.baidu.com/marker?location=40.047669,116.313082&title=a', 'shifted'],
  ])('%s', (text, problem) => {
    expect(readMapLink(text)).toBe(problem)
  })
})

test('a point in China is read if its link says WGS-84', () => {
  const point = { latitude: 39.993253, longitude: 116.473195 }
  expect(readMapLink('https://uri.amap.com/marker?position=116.473195,39.993253&coordinate=wgs84')).toEqual(point)
})

test.each([
  [90, 180, true],
  [90.1, 0, false],
  [0, -180.1, false],
  [0, 0, false],
])('whether %d, %d is a point on earth: %s', (latitude, longitude, isPoint) => {
  expect(isOnEarth({ latitude, longitude })).toBe(isPoint)
})

test.each([
  ['Toronto to Montréal', { latitude: 43.6532, longitude: -79.3832 }, { latitude: 45.5019, longitude: -73.5674 }, 504],
  ['across the date line', { latitude: 0, longitude: 179.5 }, { latitude: 0, longitude: -179.5 }, 111],
  ['between the poles', { latitude: 90, longitude: 0 }, { latitude: -90, longitude: 120 }, 20_015],
  ['nowhere', store, store, 0],
])('the distance %s is that of a great circle', (_, one, other, km) => {
  expect(Math.round(distanceKm(one, other))).toBe(km)
  expect(distanceKm(other, one)).toBe(distanceKm(one, other))
})
