// Writes what the page /docs consists of into apps/api/dist/docs: the renderer, also compressed, under a name with a
// hash of it, and the guides as one text. `scripts/prepare.mjs` runs it.
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { gzipSync } from 'node:zlib';

const root = path.resolve(import.meta.dirname, '..');
const output = path.join(root, 'apps/api/dist/docs');
const guides = path.join(root, 'docs/integrate');

rmSync(output, { recursive: true, force: true });
mkdirSync(output, { recursive: true });
writeFileSync(path.join(output, 'built.json'), JSON.stringify({ bundle: writeBundle(), guides: joinGuides() }));

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

/**
 * The guides as one text, in the order of their list in docs/integrate/README.md, with links as the page needs them.
 */
function joinGuides() {
  const list = readFileSync(path.join(guides, 'README.md'), 'utf8');
  const files = [...list.matchAll(/^\d+\. \[[^\]]+\]\(([^)]+)\)$/gm)].map(([, file]) => file);
  const texts = new Map(files.map((file) => [file, readFileSync(path.join(guides, file), 'utf8').trim()]));
  return [...texts.values()].map((text) => withLinks(text, texts)).join('\n\n');
}

/**
 * A link to another guide becomes one to its heading, and a link to docs/integrate/errors.md one to the page of the
 * errors.
 */
function withLinks(text, texts) {
  return text.replace(/\]\(([^):]+)\)/g, (_, link) => {
    const [target, anchor] = link.split('#');
    if (target === 'errors.md') return `](${link.replace('errors.md', 'errors')})`;
    if (target === '../reference/openapi.json') return '](../openapi.json)';
    const [, title] = /^# (.+)/.exec(texts.get(target) ?? '') ?? [];
    if (title === undefined) throw new Error(`docs/integrate: nothing is served for the link to ${link}`);
    return `](#description/${anchor ?? slug(title)})`;
  });
}

/** As Scalar makes the anchor of a heading. */
function slug(title) {
  return title.toLowerCase().replaceAll(' ', '-');
}
