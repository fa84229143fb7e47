export {
  type Again,
  AppError,
  againTexts,
  type ErrorCode,
  errorCatalog,
  type FailureCode,
  failureCodes,
  type PublicCode,
  publicCodes,
} from './error-catalog';
export { type RefusalCode, refusalTexts } from './refusal-catalog';
