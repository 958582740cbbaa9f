/** The path of the mini-program's own sign-in page, which a shop's mini-program must have. */
export const loginPath = '/pages/login/login'

/**
 * The sign-in page. It gets a code from `wx.login`, and opens the shop at its `back` URL with the code and `state`.
 * Here WeChat's simulator handles `wx.login`, without asking the user.
 */
export function loginPage(basePath: string): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Sign in</title><link rel="icon" href="data:,"></head><body><main><h1>Mini-program 小程序</h1><p>…</p></main>
<script>(${runPage})(${JSON.stringify(basePath)})</script></body></html>`
}

/** The page contains the source text of this function, so it may use only its argument and the browser's globals. */
function runPage(basePath: string) {
  const parameters = new URLSearchParams(location.search)
  const login = ({ success }: { success(result: { code: string }): void }) =>
    fetch(`${basePath}/login`, { method: 'POST' })
      .then((response) => response.json())
      .then(success)
  login({
    success: ({ code }) =>
      location.replace(
        `${parameters.get('back')}?${new URLSearchParams({ js_code: code, state: parameters.get('state') ?? '' })}`,
      ),
  })
}
