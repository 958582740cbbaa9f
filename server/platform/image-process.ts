import { drawPlaceholder, squarePicture, storeImage } from './encoding.ts'
import { answerJobs } from './side-process.ts'

/** The program beside the shop that decodes and encodes pictures. */
export const jobs = { storeImage, drawPlaceholder, squarePicture }

answerJobs(jobs)
