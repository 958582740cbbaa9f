/** Whether a page is somebody's own or stands in a purchase: it is never kept, and always needs a network. */
export const isPrivatePage = (pathname: string) =>
  /^\/+(checkout|confirmation|table|account|user|main|preferences|api)(\/|$)/i.test(pathname)
