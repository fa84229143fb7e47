import type { RequestHandler } from 'express';

const NAMES_OF_THIS_MACHINE = ['127.0.0.1', 'localhost', '[::1]'];

/**
 * Leads whoever opens the dashboard of their own machine by another of its names to the one it has: cookies and the check of the Origin hold for that
 * alone, and signing in would fail for no reason that a person could see.
 */
export function oneAddress(dashboardUrl: string): RequestHandler {
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
