export {
  AppError,
  againTexts,
  type ErrorCode,
  errorCatalog,
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
