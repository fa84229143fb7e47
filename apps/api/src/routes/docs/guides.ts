import { readFileSync } from 'node:fs';
import path from 'node:path';

/** Where `scripts/build-docs.mjs` puts what /docs consists of, seen from src and from dist. */
export const BUILT = path.resolve(__dirname, '../../../dist/docs');

/** `bundle`: the file name of the renderer, Scalar. `pages`: the HTML of each page below /docs/ by its name. */
export const { bundle: BUNDLE, pages: GUIDES }: { bundle: string; pages: Record<string, string> } = JSON.parse(
  readFileSync(path.join(BUILT, 'built.json'), 'utf8'),
);

/** On a narrow screen the list of pages comes last, on a wide one it stands beside the page. */
export const STYLE = `:root { color-scheme: light dark; }
body { font: 1rem/1.5 system-ui, sans-serif; margin: 0; color: light-dark(#1a1a1a, #e7e7e7); background: light-dark(#fff, #0f0f0f); }
header, main, nav { max-width: 46rem; margin: 0 auto; padding: .5rem 1.25rem; }
main { min-width: 0; overflow-wrap: anywhere; }
a { color: light-dark(#0b5cad, #7cb8f5); }
header a { display: inline-block; padding: .25rem 0; margin-right: 1rem; }
nav ul { padding: 0; list-style: none; }
nav a { display: block; padding: .125rem 0; }
nav [aria-current] { font-weight: 600; }
h1, h2, h3 { line-height: 1.25; margin: 1.5rem 0 .5rem; }
:is(h1, h2, h3) a { color: inherit; text-decoration: none; }
:target { background: light-dark(#fff8dc, #33301d); }
code { font-size: .9em; }
pre, .wide { overflow-x: auto; overflow-wrap: normal; margin: 1rem 0; }
pre { border: 1px solid #767676; padding: .75rem; }
table { border-collapse: collapse; }
th, td { border: 1px solid #767676; padding: .25rem .5rem; min-width: 5rem; text-align: left; vertical-align: top; }
@media (min-width: 68rem) {
  body { display: grid; grid-template-columns: 14rem 46rem; justify-content: center; }
  header, main, nav { margin: 0; }
  header { grid-column: 1 / -1; }
  main { grid-column: 2; }
  nav { grid-area: 2 / 1; }
}
`;

/** Shows the examples with the address of this service, so that each can be sent as it is. */
export const SCRIPT = `const base = new URL('..', location.href).href.replace(/\\/$/, '');
for (const code of document.querySelectorAll('pre code'))
  code.textContent = code.textContent.replaceAll('http://127.0.0.1:3000', base);
`;

export const ICON = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">
  <title>Prepaid Top-Up Service</title>
  <rect width="32" height="32" rx="6" fill="#0b5cad"/>
  <path d="M17 5 8 18h7l-2 9 11-14h-8z" fill="#fff"/>
</svg>
`;

/** Scripts, styles and pictures are of this host alone, and the pages ask for nothing else. */
export const CONTENT_SECURITY_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; " +
  "frame-ancestors 'none'";
