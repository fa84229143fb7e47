import { gzipSync } from 'node:zlib';
import { escapeHtml } from '@topup/runtime';
import { DEFAULT_SERVICE_NAME } from '@topup/settings';
import type { RequestHandler, Response } from 'express';
import type { Deps } from '../../deps';
import { etagOf } from '../../http/etag';
import { buildOpenApi } from '../../openapi/build-openapi';
import { BUILT, BUNDLE, CONTENT_SECURITY_POLICY, GUIDES, ICON, SCRIPT, STYLE } from './guides';
import { INITIALIZER, REFERENCE, REFERENCE_POLICY } from './reference';

/** A path that needs no key. */
export type PublicRoute = [path: string, RequestHandler];

/**
 * Serves without a key the OpenAPI document, its rendering by Scalar at /docs/reference, and the pages for clients at
 * /docs/. Its page /docs/errors explains each error. `/` leads to /docs/.
 */
export function docsRoutes(service: Pick<Deps['settings'], 'SERVICE_NAME' | 'SUPPORT_CONTACT'>): PublicRoute[] {
  const named = (text: string) => text.replaceAll(DEFAULT_SERVICE_NAME, () => escapeHtml(service.SERVICE_NAME));
  return [
    ['/', (_request, response) => response.redirect(302, 'docs/')],
    ['/openapi.json', send('json', JSON.stringify(buildOpenApi(service)))],
    ...Object.entries(GUIDES).map(([path, html]) => page(path, named(html))),
    page('reference', named(REFERENCE), REFERENCE_POLICY),
    ['/docs/docs.css', send('css', STYLE)],
    ['/docs/docs.js', send('js', SCRIPT)],
    ['/docs/initializer.js', send('js', INITIALIZER)],
    ['/docs/icon.svg', send('svg', named(ICON))],
    [`/docs/assets/${BUNDLE}`, bundle],
  ];
}

/** The references of a page are relative to /docs/: only the index, whose name is empty, has a slash at its end. */
function page(name: string, html: string, policy?: string): [path: string, RequestHandler] {
  const respond = send('html', html, policy);
  const answer: RequestHandler = (request, response, next) => {
    const endsWithSlash = /^[^?]*\/(\?|$)/.test(request.originalUrl);
    if (endsWithSlash === (name === '')) respond(request, response, next);
    else response.redirect(301, name === '' ? 'docs/' : `../${name}`);
  };
  return [name === '' ? '/docs' : `/docs/${name}`, answer];
}

/** A text is built once, and only changes with the program. Compressed it is a third, the document a fifteenth. */
function send(type: string, text: string, policy?: string): RequestHandler {
  const compressed = gzipSync(text);
  const etag = etagOf(text);
  return (request, response) => {
    protect(response, policy).set({ ETag: etag, Vary: 'Accept-Encoding' }).type(type);
    if (request.acceptsEncodings('gzip') === 'gzip') response.set('Content-Encoding', 'gzip').send(compressed);
    else response.send(text);
  };
}

/** The name has a hash of the file, so browsers can keep it. */
const bundle: RequestHandler = (request, response) => {
  const compressed = request.acceptsEncodings('gzip') === 'gzip';
  protect(response).set({ 'Cache-Control': 'public, max-age=31536000, immutable', Vary: 'Accept-Encoding' }).type('js');
  if (compressed) response.set('Content-Encoding', 'gzip');
  response.sendFile(compressed ? `${BUNDLE}.gz` : BUNDLE, { root: BUILT, cacheControl: false });
};

/** Sets the headers of a page that needs no key. */
export const protect = (response: Response, policy = CONTENT_SECURITY_POLICY): Response =>
  response.set({
    'Content-Security-Policy': policy,
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'no-referrer',
    'Cache-Control': 'public, max-age=300',
  });
