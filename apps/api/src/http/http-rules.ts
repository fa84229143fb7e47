import { AppError } from '@topup/core/errors';
import type { RequestHandler } from 'express';

/** Letters, digits, `-`, `.`, `_` and `~` that are percent-encoded. */
const ENCODED = /%(?:2[de]|3\d|4[1-9a-f]|5[\daf]|6[1-9a-f]|7[\dae])/gi;

/**
 * Decodes what a path has encoded without need: `%61` and `a` are one path (RFC 3986, section 6.2.2.2), but not to
 * Express, which compares the text. It runs first, so that log, keys and routes see one path.
 */
export const plainPath: RequestHandler = (request, _response, next) => {
  request.url = request.url.replace(/^[^?]*/, (path) => path.replace(ENCODED, decodeURIComponent));
  next();
};

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
