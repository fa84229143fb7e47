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

const NAMES_OF_THIS_MACHINE = ['127.0.0.1', 'localhost', '[::1]'];

/**
 * On a local machine, redirects the other names of this machine to the one in DASHBOARD_URL. Cookies and the check of
 * the Origin work for that name only, and signing in under another name would fail without a visible reason.
 */
export function canonicalHost(dashboardUrl: string): RequestHandler {
  const { origin, host, port, hostname } = new URL(dashboardUrl);
  const others = NAMES_OF_THIS_MACHINE.includes(hostname)
    ? NAMES_OF_THIS_MACHINE.map((name) => (port ? `${name}:${port}` : name))
    : [];
  return (request, response, next) => {
    const asked = request.headers.host ?? '';
    if (request.method !== 'GET' || asked === host || !others.includes(asked)) return next();
    response.redirect(307, `${origin}${request.originalUrl}`);
  };
}
