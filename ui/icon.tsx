/** Line icons of 24 × 24 units, drawn in the text's colour. */
const paths = {
  bell: 'M6 16.5V11a6 6 0 0 1 12 0v5.5l1.5 1.5h-15L6 16.5ZM10 20.5h4M12 5V3.5',
  search: 'M10.5 17a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13ZM15.5 15.5 20 20',
  cart: 'M6 8h12l1 11.2a.8.8 0 0 1-.8.8H5.8a.8.8 0 0 1-.8-.8L6 8ZM9 10.5V7a3 3 0 0 1 6 0v3.5',
  user: 'M12 11.5a3.75 3.75 0 1 0 0-7.5 3.75 3.75 0 0 0 0 7.5ZM4.5 20c.6-3.4 3.6-5.5 7.5-5.5s6.9 2.1 7.5 5.5',
  menu: 'M4 7h16M4 12h16M4 17h10',
  close: 'M6 6l12 12M18 6 6 18',
  play: 'M8.5 5.5v13l10-6.5z',
  plus: 'M12 5v14M5 12h14',
  minus: 'M5 12h14',
  check: 'M5 12.5l4.5 4.5L19 7',
  'chevron-down': 'M6 9.5l6 6 6-6',
  'chevron-up': 'M6 14.5l6-6 6 6',
  'chevron-left': 'M14.5 6l-6 6 6 6',
  'chevron-right': 'M9.5 6l6 6-6 6',
  'arrow-right': 'M4.5 12h15M13.5 6l6 6-6 6',
  pin: 'M12 20.5s6.5-5.6 6.5-10.5a6.5 6.5 0 0 0-13 0c0 4.9 6.5 10.5 6.5 10.5ZM12 12.3a2.3 2.3 0 1 0 0-4.6 2.3 2.3 0 0 0 0 4.6Z',
  clock: 'M12 20a8 8 0 1 0 0-16 8 8 0 0 0 0 16ZM12 7.5V12l3 2',
  calendar: 'M5 6.5h14v13H5zM5 10.5h14M9 4v4M15 4v4',
  globe:
    'M12 20a8 8 0 1 0 0-16 8 8 0 0 0 0 16ZM4.2 12h15.6M12 4c2.4 2.2 3.5 4.9 3.5 8s-1.1 5.8-3.5 8c-2.4-2.2-3.5-4.9-3.5-8s1.1-5.8 3.5-8Z',
  home: 'M4 11.5 12 4.5l8 7M6 10v9.5h4.5V14h3v5.5H18V10',
  shop: 'M5 10v9.5h14V10M3.5 9 5.5 4.5h13l2 4.5a2.83 2.83 0 0 1-5.66 0 2.83 2.83 0 0 1-5.68 0A2.83 2.83 0 0 1 3.5 9ZM10 19.5V14h4v5.5',
  chat: 'M5 5h14a1 1 0 0 1 1 1v9a1 1 0 0 1-1 1h-7l-4.5 4v-4H5a1 1 0 0 1-1-1V6a1 1 0 0 1 1-1ZM8.5 10.5h.01M12 10.5h.01M15.5 10.5h.01',
  phone: 'M7 4h2.5l1.5 4-2 1.5a11 11 0 0 0 5.5 5.5l1.5-2 4 1.5V17a3 3 0 0 1-3 3C10 20 4 14 4 7a3 3 0 0 1 3-3Z',
  share: 'M12 15V4M8 7.5 12 3.5l4 4M6.5 11H5v9.5h14V11h-1.5',
  copy: 'M9 9h10.5v10.5H9zM15 9V4.5H4.5V15H9',
  filter:
    'M4 7h9M17 7h3M4 17h3M11 17h9M15 9.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5ZM9 19.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5Z',
  trash: 'M5 7h14M10 7V4.5h4V7M7 7l.8 12.5h8.4L17 7M10.5 11v5M13.5 11v5',
  alert: 'M12 4.5 21 19.5H3L12 4.5ZM12 10.5v4M12 17h.01',
  wallet: 'M4 7.5h14.5a1 1 0 0 1 1 1v10a1 1 0 0 1-1 1H5a1 1 0 0 1-1-1v-11Zm0 0A2.5 2.5 0 0 1 6.5 5H17M15.5 13.5h4',
  gift: 'M4.5 11h15v8.5h-15zM3.5 7.5h17V11h-17zM12 7.5v12M12 7.5C9 7.5 7.5 6.3 7.5 5s2.5-2 4.5 2.5C14 3 16.5 3.7 16.5 5S15 7.5 12 7.5Z',
  heart: 'M12 20s-7.5-4.6-7.5-10.2a4.1 4.1 0 0 1 7.5-2.3 4.1 4.1 0 0 1 7.5 2.3C19.5 15.4 12 20 12 20Z',
  card: 'M3.5 6h17v12.5h-17zM8.5 13a1.9 1.9 0 1 0 0-3.8 1.9 1.9 0 0 0 0 3.8ZM5.7 16c.3-1.3 1.4-2 2.8-2s2.5.7 2.8 2M14 10.2h3.7M14 13.6h3.7',
  pay: 'M3.5 6h17v12h-17zM3.5 10h17M6.5 14.5h4',
  box: 'M4.5 8 12 4l7.5 4v8L12 20l-7.5-4V8Zm0 0 7.5 4 7.5-4M12 12v8',
  receipt: 'M6 4h12v16l-2-1.5-2 1.5-2-1.5-2 1.5-2-1.5L6 20V4ZM9 8.5h6M9 12.5h6',
  undo: 'M8.5 5 5 8.5 8.5 12M5 8.5h9a5 5 0 0 1 0 10H9',
  ticket: 'M4 7h16v3a2 2 0 0 0 0 4v3H4v-3a2 2 0 0 0 0-4V7ZM14 8v1.5M14 11.5v1.5M14 15v1',
  crown: 'M5.5 16.5 4 8l4.5 3L12 5l3.5 6L20 8l-1.5 8.5ZM5.5 19.5h13',
  chain: 'M10 14l4-4M9 10 6.5 12.5a3.5 3.5 0 0 0 5 5L14 15M10 9l2.5-2.5a3.5 3.5 0 0 1 5 5L15 14',
  eye: 'M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12ZM12 15a3 3 0 1 0 0-6 3 3 0 0 0 0 6Z',
  lock: 'M6 10.5h12v9H6zM8.5 10.5V8a3.5 3.5 0 0 1 7 0v2.5M12 14.2v2',
  download: 'M12 4v11M7.5 11l4.5 4.5 4.5-4.5M5 19.5h14',
  external: 'M13.5 5H19v5.5M19 5l-8.5 8.5M16.5 14v5H5V7.5h5',
  instagram:
    'M8 4h8a4 4 0 0 1 4 4v8a4 4 0 0 1-4 4H8a4 4 0 0 1-4-4V8a4 4 0 0 1 4-4ZM12 15.5a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7ZM16.8 7.2h.01',
  facebook:
    'M14.5 21v-7.5h2.7l.5-3.2h-3.2V8.4c0-1 .4-1.7 1.8-1.7h1.5V3.9A16 16 0 0 0 15.6 3.7c-2.6 0-4.2 1.5-4.2 4.3v2.3H8.6v3.2h2.8V21',
  twitter: 'M4 4.5 19.5 19.5M4 4.5h4l11.5 15h-4L4 4.5ZM19 4.5l-6.3 6.9M11 13.6 5 19.5',
  youtube: 'M6 6h12a3 3 0 0 1 3 3v6a3 3 0 0 1-3 3H6a3 3 0 0 1-3-3V9a3 3 0 0 1 3-3ZM10.5 9.5v5l4-2.5-4-2.5Z',
  linkedin:
    'M5 4.5h14a.5.5 0 0 1 .5.5v14a.5.5 0 0 1-.5.5H5a.5.5 0 0 1-.5-.5V5a.5.5 0 0 1 .5-.5ZM8 10.5V16M8 7.7h.01M11.5 16v-5.5M11.5 13c0-1.6 1-2.6 2.3-2.6s2.2.9 2.2 2.6v3',
  pinterest:
    'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18ZM10 20.5l2-9.5M10 14c-1.3-.7-1.7-2.2-1.3-3.6.5-1.7 2-2.7 3.8-2.6 2.1.1 3.3 1.5 3.1 3.5-.2 2-1.3 3.5-2.9 3.4-.8 0-1.4-.5-1.6-1.1',
} as const
export type IconName = keyof typeof paths

/** An icon. It is hidden from screen readers, so the control around it needs a label. */
export function Icon({ name, className = '' }: { name: IconName; className?: string }) {
  return (
    <svg className={`icon ${className}`} viewBox="0 0 24 24" width="24" height="24" aria-hidden="true">
      <path
        d={paths[name]}
        fill="none"
        stroke="currentColor"
        strokeWidth="1.75"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  )
}

export const isIcon = (name: string | undefined): name is IconName => name !== undefined && name in paths
