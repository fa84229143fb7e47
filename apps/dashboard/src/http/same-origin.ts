import type { RequestHandler } from 'express';
import { Refusal } from './refusal';

const READING = ['GET', 'HEAD', 'OPTIONS'];

/**
 * Refuses a request that another site made the browser send with our cookie. Cookies are SameSite too, but that does
 * not stop other sites of the same domain. Browsers send the Origin with everything except GET and HEAD (Fetch
 * standard, "append a request `Origin` header"), so a request without it is not from our pages.
 * @param origin where the pages are served, such as https://dashboard.example.com
 */
export function sameOrigin(origin: string): RequestHandler {
  return (request, _response, next) => {
    if (!READING.includes(request.method) && request.headers.origin !== origin)
      throw new Refusal(403, 'cross_site', 'This request did not come from the dashboard.');
    next();
  };
}
