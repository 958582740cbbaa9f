import { useState } from 'react'
import type { MapPoint } from '#contract/map-point.ts'

/**
 * The browser's answer to the request for the visitor's position. `unasked` and `busy` mean that no answer exists yet.
 */
export type PositionAnswer = 'unasked' | 'busy' | 'known' | 'refused' | 'late' | 'missing'

const timeoutMs = 10_000
const maximumAgeMs = 60_000

/**
 * The visitor's position. Only `locate` asks the browser for it. The position stays in this page's memory, and is
 * neither sent nor stored. If a later `locate` fails, the known position stays.
 */
export function usePosition() {
  const [answer, setAnswer] = useState<PositionAnswer>('unasked')
  const [point, setPoint] = useState<MapPoint | null>(null)
  const locate = () => {
    if (answer === 'busy') return
    // Browsers offer no positions to pages without HTTPS.
    if (!navigator.geolocation) return setAnswer('missing')
    setAnswer('busy')
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => {
        setPoint({ latitude: coords.latitude, longitude: coords.longitude })
        setAnswer('known')
      },
      ({ code }) => setAnswer(failures[code] ?? 'missing'),
      { timeout: timeoutMs, maximumAge: maximumAgeMs },
    )
  }
  return { answer, point, locate }
}

/** The answer for each code of a `GeolocationPositionError`. */
const failures: Record<number, PositionAnswer> = { 1: 'refused', 2: 'missing', 3: 'late' }
