import { isRouteErrorResponse } from 'react-router'

/** What is shown when a page cannot be: kind words, and a way on. */
export function ErrorPage({ error }: { error: unknown }) {
  const status = isRouteErrorResponse(error) ? error.status : 500
  return (
    <main className="notice-page">
      <h1>{status}</h1>
      <a href="/home">Lantern</a>
    </main>
  )
}
