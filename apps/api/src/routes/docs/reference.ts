import { BUNDLE } from './guides';

/**
 * The HTML of GET /docs/reference, which loads the renderer. Every reference is relative, so that the page works below
 * a path of a proxy, and none leads to another host.
 */
export const REFERENCE = `<!DOCTYPE html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>API reference – Prepaid Top-Up Service</title>
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
 * Features that call another host are off, and a key that is typed in is forgotten with the page.
 */
export const INITIALIZER = `const base = new URL('..', location.href).href.replace(/\\/$/, '');
const api = await (await fetch('../openapi.json')).json();
const now = Date.now().toString(36);
const ownText = (part) =>
  JSON.parse(
    JSON.stringify(part)
      .replaceAll('http://127.0.0.1:3000', base)
      .replaceAll('](/docs/errors)', '](errors)')
      .replace(/order-(?=[1-9])/g, 'order-' + now + '-'),
  );
api.info.description = '[Guides](./) · [Errors](errors)\\n\\n' + api.info.description;
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

/** Scalar adds style elements of its own. Scripts, and what they ask, are of this host alone. */
export const REFERENCE_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');
