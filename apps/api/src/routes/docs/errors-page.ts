import { publicCodes } from '@topup/core/errors';

/** GET /docs/errors: every code of the catalogue, at an anchor of its name. References are relative, as in PAGE. */
export const ERRORS_PAGE = `<!DOCTYPE html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Prepaid Top-Up Service: errors</title>
    <link rel="icon" type="image/png" href="favicon-32x32.png">
    <link rel="stylesheet" href="errors.css">
  </head>
  <body>
    <main>
      <h1>Errors</h1>
      <p>Every answer with a status of 400 or more has its code in the header <code>X-Error-Code</code>. Decide by the
      code: texts for people can change. “Same request” means that you may send the same request again, a purchase with
      the same <code>request_ref</code>. <a href="./">All endpoints</a>.</p>
      <ul>
${publicCodes.map(({ code }) => `        <li><a href="#${code}"><code>${code}</code></a></li>`).join('\n')}
      </ul>
${publicCodes.map(sectionOf).join('\n')}
    </main>
  </body>
</html>
`;

export const ERRORS_STYLE = `body { font: 1rem/1.5 system-ui, sans-serif; margin: 0; color: #1a1a1a; background: #fff; }
main { max-width: 46rem; margin: 0 auto; padding: 1.5rem; }
main > ul { columns: 14rem; padding-left: 1.2rem; }
section { border-top: 1px solid #767676; }
section:target { background: #fff8dc; }
dt { font-weight: 600; }
dd { margin: 0 0 .5rem; }
`;

function sectionOf({ code, statuses, text, retryable, advice }: (typeof publicCodes)[number]): string {
  return `      <section id="${code}">
        <h2><code>${code}</code></h2>
        <dl>
          <dt>HTTP status</dt><dd>${statuses.join(' or ')}</dd>
          <dt>Meaning</dt><dd>${toHtml(text)}</dd>
          <dt>What to do</dt><dd>${toHtml(advice)}</dd>
          <dt>Same request again</dt><dd>${retryable ? 'yes' : 'no'}</dd>
        </dl>
      </section>`;
}

/** Text of the catalogue, in which backticks mark code. */
function toHtml(text: string): string {
  const escaped = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  return escaped.replace(/`([^`]+)`/g, '<code>$1</code>');
}
