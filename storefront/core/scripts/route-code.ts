/**
 * The only browser code that reads React Router's internals: it finds the script of a route. The router has no public
 * API to load a route and detect a failure. By itself it then reloads the page.
 */
declare global {
  interface Window {
    __reactRouterManifest?: { routes?: Record<string, { module?: string } | undefined> }
  }
}

/**
 * Downloads the code of a route, by its id in `routes.ts`; false if that fails. If the script is unknown, it returns
 * true and the router loads the route as usual.
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
