/**
 * An outsider's address; one that plays on this machine is reached under the name that the visitor used for the shop.
 */
export function localUrl(url: string, shopOrigin: string): string {
  const address = new URL(url)
  if (/^(127\.|localhost)/.test(address.hostname)) address.hostname = new URL(shopOrigin).hostname
  return address.origin
}
