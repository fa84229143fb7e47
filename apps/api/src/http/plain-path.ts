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
