import type { RequestHandler } from 'express';
import { Refusal } from './refusal';

const READING = ['GET', 'HEAD', 'OPTIONS'];

/**
 * Turns away what another site could make a browser send with our cookie. Cookies are SameSite as well; this also holds against sites of the same domain.
 * Browsers put the Origin on everything that is not GET or HEAD (Fetch standard, "append a request `Origin` header"), so one without it is no page of ours.
 * @param origin where the pages are served, such as https://dashboard.example.com
 */
export function sameOrigin(origin: string): RequestHandler {
  return (request, _response, next) => {
    if (!READING.includes(request.method) && request.headers.origin !== origin)
      throw new Refusal(403, 'cross_site', 'This request did not come from a page of the dashboard.');
    next();
  };
}
