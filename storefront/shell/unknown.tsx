import { redirect } from 'react-router'

/** Any unknown path redirects to the empty path (specification, section 2). */
export const loader = () => redirect('/')
export const clientLoader = () => redirect('/')

export default function Unknown() {
  return null
}
