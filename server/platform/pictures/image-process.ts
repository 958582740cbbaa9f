import { answerJobs } from '#server/platform/side-process.ts'
import { drawPlaceholder, storeImage } from './encoder.ts'
import { fittedPicture, markedPicture, squarePicture } from './uploads.ts'

/** The side process that decodes and encodes pictures. */
export const jobs = { storeImage, drawPlaceholder, squarePicture, fittedPicture, markedPicture }

answerJobs(jobs)
