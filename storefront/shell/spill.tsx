/** A cup that has tipped over: drawn for pages on which something is missing. */
export function Spill() {
  return (
    <svg className="spill" viewBox="0 0 240 140" width="240" height="140" aria-hidden="true">
      <ellipse className="spill-shade" cx="122" cy="119" rx="106" ry="13" />
      <path className="spill-tea" d="M150 104c22-9 60-7 70 5 8 10-14 16-40 15-22-1-54 4-66-6-8-7 14-8 36-14Z" />
      <g transform="rotate(-24 92 86)">
        <path
          className="spill-cup"
          d="M34 62h112l-8 50a12 12 0 0 1-12 10H54a12 12 0 0 1-12-10l-8-50Z"
          transform="rotate(90 90 92)"
        />
        <path className="spill-band" d="M62 58v66" />
      </g>
      <path className="spill-straw" d="M132 66 178 44" />
      <circle className="spill-pearl" cx="176" cy="113" r="6" />
      <circle className="spill-pearl" cx="196" cy="109" r="6" />
      <circle className="spill-pearl" cx="210" cy="117" r="5" />
      <circle className="spill-pearl" cx="160" cy="118" r="5" />
    </svg>
  )
}
