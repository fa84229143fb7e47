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
  type ExplainedRefusal,
  explainRefusal,
  isRefused,
  type RefusalCode,
  type Refused,
  refusalCodes,
  refusalText,
  refusalTexts,
} from './refusal-catalog';
