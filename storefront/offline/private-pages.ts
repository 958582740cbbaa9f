/** Whether a page is personal or a step of a purchase. Such pages are never cached and not available offline. */
export const isPrivatePage = (pathname: string) =>
  /^\/+(checkout|confirmation|table|account|user|main|preferences|api|office)(\/|$)/i.test(pathname)
