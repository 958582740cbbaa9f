/**
 * React Router's internal manifest, which has the URL of each route's script. Only this browser code reads the router's
 * internals, because no public API loads a route's code and reports a failure. The router itself reloads the page after
 * a failure.
 */
declare global {
  interface Window {
    __reactRouterManifest?: { routes?: Record<string, { module?: string } | undefined> }
  }
}

/**
 * Downloads the code of a route, given its id in `routes.ts`. Returns false if the download fails. If the route's
 * script is unknown, returns true, and the router loads the route as usual.
 */
export async function fetchRouteCode(
  route: string,
  load: (address: string) => Promise<unknown> = (address) => import(/* @vite-ignore */ address),
): Promise<boolean> {
  const moduleUrl = window.__reactRouterManifest?.routes?.[route]?.module
  if (!moduleUrl) return true
  try {
    await load(moduleUrl)
    return true
  } catch {
    return false
  }
}
