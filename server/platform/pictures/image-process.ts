import { answerJobs } from '#server/platform/side-process.ts'
import { drawPlaceholder, storeImage } from './encoder.ts'
import { fittedPicture, markedPicture, plainPicture, squarePicture } from './uploads.ts'

/** The jobs of the side process that decodes and encodes pictures. */
export const jobs = { storeImage, drawPlaceholder, squarePicture, fittedPicture, markedPicture, plainPicture }

answerJobs(jobs)
