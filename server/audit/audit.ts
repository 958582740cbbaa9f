export { auditBooks, auditShop } from './books.ts'
export { auditEmail, mailFindings } from './emails.ts'
export { auditNightly } from './nightly.ts'
