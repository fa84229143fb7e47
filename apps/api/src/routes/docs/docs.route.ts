import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import type { RequestHandler, Response } from 'express';
import { buildOpenApi } from '../../openapi/build-openapi';
import { ERRORS_PAGE, ERRORS_STYLE } from './errors-page';
import { BUILT, BUNDLE, CONTENT_SECURITY_POLICY, GUIDES, ICON, INITIALIZER, PAGE } from './page';

/**
 * What is served without a key: the OpenAPI document, at /docs/ the same for people with the guides, rendered by
 * Scalar, and at /docs/errors what each error means. `/` leads to /docs/.
 */
export function docsRoutes(): [path: string, RequestHandler][] {
  const document = buildOpenApi();
  // the page shows the headings of the guides beside the endpoints
  const description = `${document.info.description}\n\n${GUIDES}`;
  return [
    ['/', (_request, response) => response.redirect(302, 'docs/')],
    ['/openapi.json', sendDocument(document)],
    ['/docs', page],
    ['/docs/initializer.js', send('js', INITIALIZER)],
    ['/docs/reference.json', sendDocument({ ...document, info: { ...document.info, description } })],
    ['/docs/icon.svg', send('svg', ICON)],
    ['/docs/errors', send('html', ERRORS_PAGE)],
    ['/docs/errors.css', send('css', ERRORS_STYLE)],
    [`/docs/assets/${BUNDLE}`, bundle],
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

/** A document is built once, and only changes with the program. Compressed it is a fifteenth. */
function sendDocument(document: object): RequestHandler {
  const text = JSON.stringify(document);
  const compressed = gzipSync(text);
  const etag = `W/"${createHash('sha256').update(text).digest('base64url')}"`;
  return (request, response) => {
    response.type('application/json');
    response.set({ 'Cache-Control': 'public, max-age=300', ETag: etag, Vary: 'Accept-Encoding' });
    if (request.acceptsEncodings('gzip') === 'gzip') response.set('Content-Encoding', 'gzip').send(compressed);
    else response.send(text);
  };
}
