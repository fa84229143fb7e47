import type { RequestHandler } from 'express';

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
