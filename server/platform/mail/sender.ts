/** The shop as the sender of an email. Its addresses are absolute. */
export interface Sender {
  name: string
  /** The address of a square icon, or of a logo that contains the shop's name. */
  mark: string
  isLogo: boolean
  /** The base address of the shop's pictures. */
  pictureBase: string
}
