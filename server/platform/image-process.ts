import { drawPlaceholder, storeImage } from './encoding.ts'
import { fittedPicture, markedPicture, squarePicture } from './sent-pictures.ts'
import { answerJobs } from './side-process.ts'

/** The program beside the shop that decodes and encodes pictures. */
export const jobs = { storeImage, drawPlaceholder, squarePicture, fittedPicture, markedPicture }

answerJobs(jobs)
