import type { User } from '#contract/shell.ts'
import './account.css'

/** A member's picture, or the first letter of the name if there is none. */
export function Portrait({ user: { name, profileImage } }: { user: User }) {
  if (profileImage) return <img className="user-picture" src={profileImage} alt="" width="72" height="72" />
  return (
    <span className="user-picture" aria-hidden="true">
      {[...name][0]?.toUpperCase()}
    </span>
  )
}
