import { AppError, errorCatalog } from '@topup/core/errors';
import type { Log } from '@topup/core/shared';
import { errorFields } from '@topup/runtime';
import type { ErrorRequestHandler } from 'express';
import { requestIdOf } from './request-context';

/** The one place where an error becomes an answer. */
export function errorHandler({ log }: { log: Log }): ErrorRequestHandler {
  return (error, _request, response, _next) => {
    const told = error instanceof AppError ? error : asAppError(error);
    const { status, text, retryable } = errorCatalog[told.code];
    if (status >= 500)
      log.error('request failed', {
        requestId: requestIdOf(response),
        code: told.code,
        ...errorFields(told.cause ?? told),
      });
    if (response.headersSent) return void response.destroy();
    if (status === 429 && retryable && !response.hasHeader('Retry-After')) response.setHeader('Retry-After', '1');
    response
      .status(status)
      .json(
        status === 401 ? { message: text, error: 'unauthorized' } : { status: 'error', message: text, ...detail(told) },
      );
  };
}

const detail = ({ detail: text }: AppError) => (text === undefined ? {} : { error: text });

/** What Express and its body reader throw by themselves. */
function asAppError(error: unknown): AppError {
  const type = error instanceof Error && 'type' in error ? error.type : undefined;
  const status = error instanceof Error && 'status' in error ? error.status : undefined;
  if (type === 'entity.too.large') return new AppError('body_too_large', undefined, { cause: error });
  if (typeof status === 'number' && status >= 400 && status < 500)
    return new AppError('body_not_json', undefined, { cause: error });
  return new AppError('internal', undefined, { cause: error });
}
