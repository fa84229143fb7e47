import { AppError, errorCatalog } from '@topup/core/errors';
import type { Log } from '@topup/core/shared';
import { errorFields } from '@topup/runtime';
import type { ErrorRequestHandler } from 'express';
import { requestIdOf } from './request-context';

/** Turns every error into an answer. Nothing else maps errors to HTTP. */
export function errorHandler({ log }: { log: Log }): ErrorRequestHandler {
  return (error, _request, response, _next) => {
    const appError = error instanceof AppError ? error : toAppError(error);
    const { status, text, retryable } = errorCatalog[appError.code];
    if (status >= 500)
      log.error('request failed', {
        requestId: requestIdOf(response),
        code: appError.code,
        ...errorFields(appError.cause ?? appError),
      });
    if (response.headersSent) return void response.destroy();
    if (status === 429 && retryable && !response.hasHeader('Retry-After')) response.setHeader('Retry-After', '1');
    response
      .status(status)
      .json(
        status === 401
          ? { message: text, error: 'unauthorized' }
          : { status: 'error', message: text, ...detail(appError) },
      );
  };
}

const detail = ({ detail: text }: AppError) => (text === undefined ? {} : { error: text });

/** Maps the errors that Express and its body reader throw themselves. */
function toAppError(error: unknown): AppError {
  const type = error instanceof Error && 'type' in error ? error.type : undefined;
  const status = error instanceof Error && 'status' in error ? error.status : undefined;
  if (type === 'entity.too.large') return new AppError('body_too_large', undefined, { cause: error });
  if (typeof status === 'number' && status >= 400 && status < 500)
    return new AppError('body_not_json', undefined, { cause: error });
  return new AppError('internal', undefined, { cause: error });
}
