import { AppError } from '@topup/core/errors';
import type { RequestHandler } from 'express';

/**
 * Declines what HTTP/1.1 obliges a server to decline: a request without a Host (RFC 9112, section 3.2), and one that
 * expects something else than `100-continue`, which Node has then answered (RFC 9110, section 10.1.1).
 */
export const requireHttpRules: RequestHandler = ({ httpVersion, headers }, response, next) => {
  if (httpVersion === '1.1') {
    if (headers.host === undefined) {
      response.setHeader('Connection', 'close');
      throw new AppError('malformed_request');
    }
    if (headers.expect !== undefined && headers.expect.toLowerCase() !== '100-continue')
      throw new AppError('expectation_failed');
  }
  next();
};
