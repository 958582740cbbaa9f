import type { ShareNetwork } from './share-data.ts'

/** A network's logo in its own colours. Decorative, because the network's name is beside it. */
export function ShareMark({ place }: { place: ShareNetwork }) {
  const [background, outline] = logos[place]
  return (
    <svg className="share-mark" viewBox="0 0 24 24" width="24" height="24" aria-hidden="true">
      <rect width="24" height="24" rx="6" fill={background} />
      <path d={outline} fill="none" stroke="#fff" strokeWidth="1.6" strokeLinecap="round" strokeLinejoin="round" />
    </svg>
  )
}

/** The colour and the outline of each logo: two bubbles, a notebook with a heart, an eye, an f, an x. */
const logos: Record<ShareNetwork, [ground: string, sign: string]> = {
  wechat: [
    '#07c160',
    'M13.5 8.300C12.800 6.500 11.100 5.500 9.100 5.500 6.600 5.500 4.500 7.200 4.500 9.400c0 1.300.7 2.400 1.800 3.100l-.4 1.600 1.900-1M14.700 10.100c-2.600 0-4.700 1.700-4.700 3.800s2.100 3.800 4.700 3.800c.6 0 1.100-.1 1.600-.3l1.800 1-.4-1.600c1-.7 1.700-1.800 1.700-2.900 0-2.100-2.100-3.800-4.700-3.800ZM13.200 13.600h.01M16.200 13.600h.01',
  ],
  xiaohongshu: [
    '#ff2442',
    'M7 5h10a1 1 0 0 1 1 1v12a1 1 0 0 1-1 1H7ZM7 5v14M12.500 14.700s-2.800-1.700-2.800-3.700a1.500 1.500 0 0 1 2.800-.8 1.500 1.500 0 0 1 2.800.8c0 2-2.800 3.700-2.800 3.700Z',
  ],
  weibo: [
    '#d52b1e',
    'M10.500 10c-3 0-5.500 1.900-5.500 4.200S7.500 18 10.500 18s5.500-1.700 5.500-3.800S13.500 10 10.500 10ZM10.200 14.200h.01M14 6.300a4.600 4.600 0 0 1 5 5.700M14.200 9a2 2 0 0 1 2.200 2.500',
  ],
  facebook: ['#1877f2', 'M15.500 5.500h-1c-1.700 0-2.500 1-2.500 2.600V19M9.200 11.800h5.800'],
  x: ['#000', 'M6 6l12 12M18 6 6 18'],
}
