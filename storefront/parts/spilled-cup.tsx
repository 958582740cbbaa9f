import './error-page.css'
/** The drawing on error pages: a tipped cup of tea. */
export default function Spill() {
  return (
    <svg className="spill" viewBox="0 0 260 130" width="260" height="130" aria-hidden="true">
      <ellipse className="spill-shade" cx="132" cy="112" rx="120" ry="12" />
      <path className="spill-tea" d="M132 100c30-8 84-6 96 4 12 9-16 15-44 14-24-1-52 3-62-5-6-5-4-9 10-13Z" />
      <g transform="translate(84 80) rotate(80)">
        <path className="spill-straw" d="M4-50 16-82" />
        <path className="spill-cup" d="M-28-40h56l-8 74a8 8 0 0 1-8 7h-24a8 8 0 0 1-8-7Z" />
        <path className="spill-inside" d="M-24.500-8h49l-4.500 40a7 7 0 0 1-7 6h-26a7 7 0 0 1-7-6Z" />
        <rect className="spill-cup" x="-32" y="-50" width="64" height="10" rx="5" />
        <circle className="spill-pearl" cx="-8" cy="28" r="5" />
        <circle className="spill-pearl" cx="5" cy="30" r="5" />
        <circle className="spill-pearl" cx="0" cy="19" r="5" />
      </g>
      <circle className="spill-pearl" cx="168" cy="106" r="6" />
      <circle className="spill-pearl" cx="190" cy="102" r="6" />
      <circle className="spill-pearl" cx="206" cy="110" r="5" />
      <circle className="spill-pearl" cx="236" cy="112" r="4.500" />
    </svg>
  )
}
