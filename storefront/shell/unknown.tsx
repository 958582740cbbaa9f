import { redirect } from 'react-router'

/** Redirects any unknown path to the home page (specification, section 2). */
export const loader = () => redirect('/')
export const clientLoader = () => redirect('/')

export default function Unknown() {
  return null
}
