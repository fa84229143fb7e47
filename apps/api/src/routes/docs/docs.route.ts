import path from 'node:path';
import type { RequestHandler, Response } from 'express';
import { ERRORS_PAGE, ERRORS_STYLE } from './errors-page';
import { openApi } from './openapi.route';
import { ASSETS, CONTENT_SECURITY_POLICY, INITIALIZER, PAGE } from './page';

const SWAGGER_UI = path.dirname(require.resolve('swagger-ui-dist/package.json'));

/**
 * What is served without a key: the OpenAPI document, at /docs/ the same for people, rendered by Swagger UI from
 * node_modules, and at /docs/errors what each error means.
 */
export function docsRoutes(): ['get', string, RequestHandler][] {
  return [
    ['get', '/openapi.json', openApi()],
    ['get', '/docs', page],
    ['get', '/docs/initializer.js', send('js', INITIALIZER)],
    ['get', '/docs/errors', send('html', ERRORS_PAGE)],
    ['get', '/docs/errors.css', send('css', ERRORS_STYLE)],
    ...ASSETS.map((name): ['get', string, RequestHandler] => ['get', `/docs/${name}`, asset(name)]),
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

function asset(name: string): RequestHandler {
  return (_request, response) => protect(response).sendFile(name, { root: SWAGGER_UI, cacheControl: false });
}

const protect = (response: Response): Response =>
  response.set({
    'Content-Security-Policy': CONTENT_SECURITY_POLICY,
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'no-referrer',
    'Cache-Control': 'public, max-age=300',
  });
