/**
 * The one place in the browser that reads what React Router keeps for itself: which script has the code of a route. The
 * router has no public way to load a route and to learn that it cannot be loaded; by itself it then reloads the page.
 */
declare global {
  interface Window {
    __reactRouterManifest?: { routes?: Record<string, { module?: string } | undefined> }
  }
}

/**
 * Downloads the code of a route, by its id in `routes.ts`; false if that fails. Where the router no longer tells the
 * script, the answer is true, and the router loads it as it does for every page.
 */
export async function fetchRouteCode(
  route: string,
  load: (address: string) => Promise<unknown> = (address) => import(/* @vite-ignore */ address),
): Promise<boolean> {
  const address = window.__reactRouterManifest?.routes?.[route]?.module
  if (!address) return true
  try {
    await load(address)
    return true
  } catch {
    return false
  }
}
