import { serveJobs } from '#server/platform/side-process.ts'
import { drawPlaceholder, storeImage, storeJpeg } from './encoder.ts'
import { fittedPicture, markedPicture, plainPicture, squarePicture } from './uploads.ts'

/** The jobs of the side process that decodes and encodes pictures. */
export const jobs = {
  storeImage,
  storeJpeg,
  drawPlaceholder,
  squarePicture,
  fittedPicture,
  markedPicture,
  plainPicture,
}

serveJobs(jobs)
