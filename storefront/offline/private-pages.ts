/** Whether a page is personal or a step of a purchase. It is never cached and always needs a network. */
export const isPrivatePage = (pathname: string) =>
  /^\/+(checkout|confirmation|table|account|user|main|preferences|api|office)(\/|$)/i.test(pathname)
