import { AppError } from '@topup/core/errors';
import type { RequestHandler } from 'express';

export function methodNotAllowed(allowed: string): RequestHandler {
  return (_request, response) => {
    response.setHeader('Allow', allowed.toUpperCase());
    throw new AppError('method_not_allowed');
  };
}

export function unknownPath(): RequestHandler {
  return () => {
    throw new AppError('unknown_path');
  };
}
