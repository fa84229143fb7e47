import type { RequestHandler } from 'express';

/** Mantine writes style elements while it runs, hence the inline styles; scripts come from our own files only. */
const POLICY = [
  "default-src 'self'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ');

const YEAR_S = 31_536_000;

/** What a browser may do with our pages. `secure`: they are served over https only. */
export function securityHeaders(secure: boolean): RequestHandler {
  const headers = {
    'Content-Security-Policy': POLICY,
    'X-Content-Type-Options': 'nosniff',
    'X-Frame-Options': 'DENY',
    'Referrer-Policy': 'same-origin',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Permissions-Policy': 'camera=(), geolocation=(), microphone=(), payment=()',
    ...(secure && { 'Strict-Transport-Security': `max-age=${YEAR_S}` }),
  };
  return (_request, response, next) => {
    response.set(headers);
    next();
  };
}
