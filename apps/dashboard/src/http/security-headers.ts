import { type RequestHandler, Router } from 'express';
import helmet from 'helmet';

const YEAR_S = 31_536_000;

/**
 * Tells browsers what our pages may do. `secure` means that they are served over https: then browsers do not use http
 * for this host for a year. Subdomains are left out, because they may belong to others.
 */
export function securityHeaders(secure: boolean): RequestHandler {
  const byHelmet = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        // Mantine writes style elements while it runs
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:'],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
      },
    },
    xFrameOptions: { action: 'deny' },
    referrerPolicy: { policy: 'same-origin' },
    strictTransportSecurity: secure && { maxAge: YEAR_S, includeSubDomains: false },
  });
  return Router().use(byHelmet, permissions);
}

/** Helmet has no option for this header. */
const permissions: RequestHandler = (_request, response, next) => {
  response.set('Permissions-Policy', 'camera=(), geolocation=(), microphone=(), payment=()');
  next();
};
