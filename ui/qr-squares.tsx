import { qrCode } from './qr-code.ts'

/** The QR code of a text, including its quiet zone. Hidden from screen readers. */
export function QrSquares({ text }: { text: string }) {
  const rows = qrCode(text) ?? []
  const size = rows.length + 8
  const path = rows
    .flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? `M${x + 4} ${y + 4}h1v1h-1z` : [])))
    .join('')
  return (
    <svg viewBox={`0 0 ${size} ${size}`} aria-hidden="true" shapeRendering="crispEdges">
      <path d={path} fill="#111" />
    </svg>
  )
}
