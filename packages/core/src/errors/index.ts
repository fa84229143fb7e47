export { AppError, type ErrorCode, errorCatalog } from './error-catalog';
