import type { RequestHandler, Response } from 'express';
import { ERRORS_PAGE, ERRORS_STYLE } from './errors-page';
import { openApi, reference } from './openapi.route';
import { BUILT, BUNDLE, CONTENT_SECURITY_POLICY, ICON, INITIALIZER, PAGE } from './page';

/**
 * What is served without a key: the OpenAPI document, at /docs/ the same for people with the guides, rendered by
 * Scalar, and at /docs/errors what each error means. `/` leads to /docs/.
 */
export function docsRoutes(): ['get', string, RequestHandler][] {
  return [
    ['get', '/', (_request, response) => response.redirect(302, 'docs/')],
    ['get', '/openapi.json', openApi()],
    ['get', '/docs', page],
    ['get', '/docs/initializer.js', send('js', INITIALIZER)],
    ['get', '/docs/reference.json', reference()],
    ['get', '/docs/icon.svg', send('svg', ICON)],
    ['get', '/docs/errors', send('html', ERRORS_PAGE)],
    ['get', '/docs/errors.css', send('css', ERRORS_STYLE)],
    ['get', `/docs/assets/${BUNDLE}`, bundle],
  ];
}

/** At /docs/, with the slash: that is what its references are relative to. */
const page: RequestHandler = (request, response) => {
  if (!/^[^?]*\/(\?|$)/.test(request.originalUrl)) return response.redirect(301, 'docs/');
  protect(response).type('html').send(PAGE);
};

function send(type: string, text: string): RequestHandler {
  return (_request, response) => void protect(response).type(type).send(text);
}

/** The name has a hash of the file, so it can be kept for ever. */
const bundle: RequestHandler = (request, response) => {
  const compressed = request.acceptsEncodings('gzip') === 'gzip';
  protect(response).set({ 'Cache-Control': 'public, max-age=31536000, immutable', Vary: 'Accept-Encoding' }).type('js');
  if (compressed) response.set('Content-Encoding', 'gzip');
  response.sendFile(compressed ? `${BUNDLE}.gz` : BUNDLE, { root: BUILT, cacheControl: false });
};

const protect = (response: Response): Response =>
  response.set({
    'Content-Security-Policy': CONTENT_SECURITY_POLICY,
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'no-referrer',
    'Cache-Control': 'public, max-age=300',
  });
