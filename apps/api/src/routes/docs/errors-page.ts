import { type ErrorSection, errorSections } from '../../openapi/error-sections';

const SECTIONS = errorSections();

/** GET /docs/errors: every code of the catalogue, at an anchor of its name. References are relative, as in PAGE. */
export const ERRORS_PAGE = `<!DOCTYPE html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Prepaid Top-Up Service: errors</title>
    <link rel="icon" type="image/svg+xml" href="icon.svg">
    <link rel="stylesheet" href="errors.css">
  </head>
  <body>
    <main>
      <p><a href="./">API reference and guides</a></p>
      <h1>Errors</h1>
      <p>Every answer with a status of 400 or more has its code in the header <code>X-Error-Code</code>, and leads here
      with the header <code>Link</code>. Decide by the code: texts for people can change. The reference of a purchase is
      its <code>request_ref</code>.</p>
      <ul>
${SECTIONS.map(({ code }) => `        <li><a href="#${code}"><code>${code}</code></a></li>`).join('\n')}
      </ul>
${SECTIONS.map(toSection).join('\n')}
    </main>
  </body>
</html>
`;

export const ERRORS_STYLE = `:root { color-scheme: light dark; }
body { font: 1rem/1.5 system-ui, sans-serif; margin: 0; color: light-dark(#1a1a1a, #e7e7e7); background: light-dark(#fff, #0f0f0f); }
main { max-width: 46rem; margin: 0 auto; padding: 1.5rem; overflow-wrap: anywhere; }
main > ul { columns: 14rem; padding-left: 1.2rem; }
a { color: light-dark(#0b5cad, #7cb8f5); }
h2 { margin: 1rem 0 .25rem; font-size: 1.15rem; }
h2 a { color: inherit; text-decoration: none; }
section { border-top: 1px solid #767676; padding: 0 .75rem; }
section:target { background: light-dark(#fff8dc, #33301d); }
dt { font-weight: 600; }
dd { margin: 0 0 .5rem; }
`;

function toSection({ code, meaning, facts }: ErrorSection): string {
  const rows = facts.map(([label, text]) => `          <dt>${label}</dt><dd>${toHtml(text)}</dd>`);
  return `      <section id="${code}">
        <h2><a href="#${code}"><code>${code}</code></a></h2>
        <p>${toHtml(meaning)}</p>
        <dl>
${rows.join('\n')}
        </dl>
      </section>`;
}

/** Text of the catalogue, in which backticks mark code. */
function toHtml(text: string): string {
  const escaped = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  return escaped.replace(/`([^`]+)`/g, '<code>$1</code>');
}
