let additions = 0

/** Counts one addition to the shop's own cart. */
export function recordAddition() {
  additions++
}

/** The number of additions to the shop's own cart since the page was loaded. */
export const countAdditions = () => additions
