/** The mini-program's own page that signs in, as a shop's mini-program must have it. */
export const loginPath = '/pages/login/login'

/**
 * What that page does: it asks `wx.login` for a code, and opens the shop where its address says (`back`) with the code
 * and the `state` that came. `wx.login` is WeChat's: here its simulator answers, without asking anybody.
 */
export function loginPage(own: string): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Sign in</title><link rel="icon" href="data:,"></head><body><main><h1>Mini-program 小程序</h1><p>…</p></main>
<script>(${runPage})(${JSON.stringify(own)})</script></body></html>`
}

/** Runs in the page. */
function runPage(own: string) {
  const asked = new URLSearchParams(location.search)
  const login = ({ success }: { success(result: { code: string }): void }) =>
    fetch(`${own}/login`, { method: 'POST' })
      .then((answer) => answer.json())
      .then(success)
  login({
    success: ({ code }) =>
      location.replace(
        `${asked.get('back')}?${new URLSearchParams({ js_code: code, state: asked.get('state') ?? '' })}`,
      ),
  })
}
