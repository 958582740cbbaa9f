/** Maps each video host to the URLs of its embedded player and its watch page. `{id}` stands for the video's id. */
export const videoHosts = {
  youtube: {
    name: 'YouTube',
    player: 'https://www.youtube-nocookie.com/embed/{id}?autoplay=1&playsinline=1&rel=0',
    page: 'https://www.youtube.com/watch?v={id}',
  },
  vimeo: {
    name: 'Vimeo',
    player: 'https://player.vimeo.com/video/{id}?autoplay=1&dnt=1',
    page: 'https://vimeo.com/{id}',
  },
  bilibili: {
    name: 'Bilibili',
    player: 'https://player.bilibili.com/player.html?bvid={id}&autoplay=1',
    page: 'https://www.bilibili.com/video/{id}',
  },
} as const
