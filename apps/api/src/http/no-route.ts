import { AppError } from '@topup/core/errors';
import type { RequestHandler } from 'express';
import { callerOf } from './request-context';

export function methodNotAllowed(allowed: readonly string[]): RequestHandler {
  return (_request, response) => {
    response.setHeader('Allow', allowed.join(', ').toUpperCase());
    throw new AppError('method_not_allowed');
  };
}

export function unknownPath(): RequestHandler {
  return () => {
    throw new AppError('unknown_path');
  };
}

/** For paths that exist for test accounts only: to a live key there is nothing. */
export function testOnly(): RequestHandler {
  return (_request, response, next) => {
    if (callerOf(response).mode !== 'test') throw new AppError('unknown_path');
    next();
  };
}
