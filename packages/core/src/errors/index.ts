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
export {
  explainRefusal,
  isRefused,
  type RefusalCode,
  type Refused,
  refusalCodes,
  refusalText,
} from './refusal-catalog';
