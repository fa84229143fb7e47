import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { escapeHtml } from '@topup/runtime';
import express, { type Router } from 'express';
import type { Deps } from '../deps';
import { Refusal } from './refusal';

/** Where Vite writes the build of apps/dashboard/web. */
const BUILT = path.join(__dirname, '../../dist/web');

/**
 * The built pages: browsers may keep files below assets/ for a year, as their names have a hash of the content, and
 * revalidate everything else. Clients that ask for HTML get index.html and its router at any other address; at `/`, so
 * do monitors and curl, which take anything. index.html names the service and where its users find help.
 */
export function servePages({ name, support = '' }: Pick<Deps['site'], 'name' | 'support'>, directory = BUILT): Router {
  const index = path.join(directory, 'index.html');
  const pages = express.Router();
  pages.use(
    '/assets',
    express.static(path.join(directory, 'assets'), { immutable: true, maxAge: '1y', fallthrough: true, index: false }),
  );
  pages.use('/assets', () => {
    throw new Refusal(404, 'unknown_path', 'There is no such file.');
  });
  pages.use(
    express.static(directory, {
      index: false,
      setHeaders: (response) => void response.setHeader('Cache-Control', 'no-cache'),
    }),
  );
  pages.use((request, response) => {
    const takesPage = request.path === '/' ? request.accepts('html') : request.headers.accept?.includes('text/html');
    if (!['GET', 'HEAD'].includes(request.method) || !takesPage)
      throw new Refusal(404, 'unknown_path', 'There is nothing at this path.');
    if (!existsSync(index)) throw new Refusal(503, 'pages_not_built', 'The pages are not built: npm run build.');
    const page = readFileSync(index, 'utf8')
      .replace(/(?<=<title>)[^<]*/, () => escapeHtml(name))
      .replace(/(?<=name="support" content=")/, () => escapeHtml(support));
    response.set('Cache-Control', 'no-cache').type('html').send(page);
  });
  return pages;
}
