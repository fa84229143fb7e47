import { readFileSync } from 'node:fs';
import path from 'node:path';

/**
 * The default of every setting by its name, as docs/operate/settings.md has it. `npm run check` fails when that is not
 * what the code says.
 */
export const publishedDefaults = (): Readonly<Record<string, string>> => {
  const page = readFileSync(path.join(__dirname, '../../../../docs/operate/settings.md'), 'utf8');
  const rows = page.matchAll(/^\| `([A-Z][A-Z0-9_]*)` \| (?:`([^`]*)`)? \|/gm);
  const items = page.matchAll(/^- `([A-Z][A-Z0-9_]*)` \([^):]*?(?:default `([^`]*)`)?\):/gm);
  return Object.fromEntries([...rows, ...items].map(([, name, written = '']) => [name, written.replaceAll(', ', ',')]));
};
