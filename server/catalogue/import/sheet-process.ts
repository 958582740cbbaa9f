import { serveJobs } from '#server/platform/side-process.ts'
import { sheetToCsv } from './sheet.ts'

/** The side process that unpacks workbooks, so that a hostile workbook cannot use up the shop's memory. */
export const jobs = { sheetToCsv }

serveJobs(jobs)
