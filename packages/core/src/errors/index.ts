export { AppError, type ErrorCode, errorCatalog } from './error-catalog';
export { type RefusalCode, refusalTexts } from './refusal-catalog';
