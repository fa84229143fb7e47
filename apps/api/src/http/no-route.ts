import { AppError } from '@topup/core/errors';
import type { RequestHandler } from 'express';
import { callerOf } from './request-context';

/** Rejects all but the `allowed` methods. A path that allows GET also allows HEAD (RFC 9110, section 9.3.2). */
export function methodNotAllowed(allowed: readonly string[]): RequestHandler {
  const methods = allowed.flatMap((method) => (method === 'get' ? ['get', 'head'] : [method]));
  return (_request, response) => {
    response.setHeader('Allow', methods.join(', ').toUpperCase());
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
