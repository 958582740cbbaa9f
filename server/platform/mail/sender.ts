/** The shop as the sender of an email. Its URLs are absolute. */
export interface Sender {
  name: string
  /** The URL of a square icon, or of a logo that contains the shop's name. */
  mark: string
  isLogo: boolean
  /** The base URL of the shop's pictures. */
  pictureBase: string
}
