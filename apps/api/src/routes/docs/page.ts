import { readFileSync } from 'node:fs';
import path from 'node:path';

/** Where `scripts/build-docs.mjs` puts the files of the page, seen from src and from dist. */
export const BUILT = path.resolve(__dirname, '../../../dist/docs');

/** `bundle`: the file name of the renderer, Scalar. `guides`: Markdown, one heading of the first level for each. */
export const { bundle: BUNDLE, guides: GUIDES }: { bundle: string; guides: string } = JSON.parse(
  readFileSync(path.join(BUILT, 'built.json'), 'utf8'),
);

/**
 * What GET /docs/ consists of besides the renderer. Every reference is relative, so that the page also works below a
 * path of a proxy, and none leads to another host.
 */
export const PAGE = `<!DOCTYPE html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Prepaid Top-Up Service: API</title>
    <link rel="icon" type="image/svg+xml" href="icon.svg">
  </head>
  <body>
    <div id="docs"></div>
    <script src="assets/${BUNDLE}"></script>
    <script src="initializer.js" type="module"></script>
  </body>
</html>
`;

/**
 * Shows the document with the address and with references of this reader, so that each example can be sent as it is.
 * What asks another host is off, and a key that is typed in is forgotten with the page.
 */
export const INITIALIZER = `const base = new URL('..', location.href).href.replace(/\\/$/, '');
const api = await (await fetch('reference.json')).json();
const now = Date.now().toString(36);
const ownText = (part) =>
  JSON.parse(
    JSON.stringify(part)
      .replaceAll('http://127.0.0.1:3000', base)
      .replace(/(order|first)-(?=[1-9])/g, '$1-' + now + '-'),
  );
// opens the list of the guides in the sidebar
if (location.hash === '') history.replaceState(null, '', '#description/introduction');
Scalar.createApiReference('#docs', {
  content: { ...api, info: ownText(api.info), paths: ownText(api.paths), servers: [{ url: base }] },
  authentication: { preferredSecurityScheme: 'apiKey' },
  persistAuth: false,
  defaultOpenFirstTag: false,
  hiddenClients: true,
  withDefaultFonts: false,
  showDeveloperTools: 'never',
  hideClientButton: true,
  documentDownloadType: 'none',
  telemetry: false,
  agent: { disabled: true },
  mcp: { disabled: true },
});
`;

export const ICON = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">
  <title>Prepaid Top-Up Service</title>
  <rect width="32" height="32" rx="6" fill="#0b5cad"/>
  <path d="M17 5 8 18h7l-2 9 11-14h-8z" fill="#fff"/>
</svg>
`;

/** Scalar adds style elements of its own. Scripts, and what they ask, are of this host alone. */
export const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');
