// Writes the parts of /docs into apps/api/dist/docs: the renderer of the reference under a name with a hash, plain and
// compressed, and each page for clients as HTML. `scripts/prepare.mjs` runs it.
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { Marked, Renderer } from 'marked';

const root = path.resolve(import.meta.dirname, '..');
const output = path.join(root, 'apps/api/dist/docs');
const INDEX = 'docs/integrate/README.md';
const OPENAPI = 'docs/reference/openapi.json';
/** In its place the service shows the OpenAPI document. */
const REFERENCE = 'docs/reference/README.md';

/** The pages in the order of the index, which names each in a list. */
const pages = [...read(INDEX).matchAll(/^- \[([^\]]+)\]\(([^)]+)\)/gm)].map(([, title, link]) => {
  const file = path.posix.join(path.posix.dirname(INDEX), link);
  return { title, file, name: path.posix.basename(file.replace(/(\/README)?\.md$/, '')) };
});
const names = new Map([[INDEX, './'], [OPENAPI, '../openapi.json'], ...pages.map(({ file, name }) => [file, name])]);

rmSync(output, { recursive: true, force: true });
mkdirSync(output, { recursive: true });
const texts = [{ title: 'Integrate', file: INDEX, name: '' }, ...pages.filter(({ file }) => file !== REFERENCE)];
const html = Object.fromEntries(texts.map((page) => [page.name, toPage(page)]));
writeFileSync(path.join(output, 'built.json'), JSON.stringify({ bundle: writeBundle(), pages: html }));

/**
 * Takes Scalar from its package for Fastify, which holds the one file that the page needs. The package of the renderer
 * itself would install 300 others. From 1.62.1 on it has no such file. Returns the name of the one written.
 */
function writeBundle() {
  const main = createRequire(path.join(root, 'apps/api/package.json')).resolve('@scalar/fastify-api-reference');
  const bundle = readFileSync(path.join(path.dirname(main), 'js/standalone.js'));
  const name = `scalar-${createHash('sha256').update(bundle).digest('hex').slice(0, 16)}.js`;
  writeFileSync(path.join(output, name), bundle);
  writeFileSync(path.join(output, `${name}.gz`), gzipSync(bundle, { level: 9 }));
  return name;
}

/** References are relative, so that the page also works below a path of a proxy, and none loads from another host. */
function toPage({ title, file, name }) {
  const links = pages.map(
    (page) => `<li><a href="${page.name}"${page.name === name ? ' aria-current="page"' : ''}>${page.title}</a></li>`,
  );
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} – Prepaid Top-Up Service</title>
<link rel="icon" type="image/svg+xml" href="icon.svg">
<link rel="stylesheet" href="docs.css">
<script src="docs.js" type="module"></script>
</head>
<body>
<header><a href="./">All pages</a> <a href="errors">Errors</a> <a href="reference">API reference</a></header>
<main>
${toHtml(file)}</main>
<nav aria-label="All pages"><ul>
${links.join('\n')}
</ul></nav>
</body>
</html>
`;
}

/** Tables and code can be wider than a phone. Each gets a scroll bar, which the keyboard reaches. */
function toHtml(file) {
  const renderer = {
    heading({ tokens, depth, text }) {
      const id = slug(text);
      return `<h${depth} id="${id}"><a href="#${id}">${this.parser.parseInline(tokens)}</a></h${depth}>\n`;
    },
    link({ href, tokens }) {
      const [inner, target] = [this.parser.parseInline(tokens), addressOf(href, file)];
      return target === undefined ? inner : `<a href="${target}">${inner}</a>`;
    },
    table(token) {
      const table = Renderer.prototype.table.call(this, token).replaceAll('<th></th>', '<td></td>');
      return `<div class="wide" tabindex="0">${table}</div>\n`;
    },
    code(token) {
      return Renderer.prototype.code.call(this, token).replace('<pre>', '<pre tabindex="0">');
    },
  };
  return new Marked({ renderer }).parse(read(file).replace(/<!--.*?-->/gs, ''));
}

/** Undefined: the target is not served, so that its text stands alone. */
function addressOf(href, file) {
  if (/^(https?:|#)/.test(href)) return href;
  const [target, anchor] = href.split('#');
  const address = names.get(path.posix.join(path.posix.dirname(file), target));
  return address === undefined || anchor === undefined ? address : `${address}#${anchor}`;
}

/** As GitHub makes the anchor of a heading. */
function slug(heading) {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}_\- ]/gu, '')
    .replaceAll(' ', '-');
}

function read(file) {
  return readFileSync(path.join(root, file), 'utf8');
}
