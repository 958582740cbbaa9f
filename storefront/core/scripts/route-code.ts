/**
 * React Router's internal manifest, which has the URL of each route's script. The router has no public function that
 * loads a route's script and reports a failure. If the router itself cannot load a script, it reloads the page. So this
 * file reads the manifest, and no other browser code reads the router's internals.
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
