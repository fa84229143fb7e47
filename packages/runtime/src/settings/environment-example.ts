import type { Schema } from './setting';

/** A part of `.env.example`. */
export type Section = { title: string; settings: Schema };

const COLUMNS = 120;

/**
 * The text of `.env.example`: each setting with its sentences and its default, commented out.
 * A setting that is in several sections is shown in the first.
 */
export function environmentExample(sections: readonly Section[]): string {
  const shown = new Set<string>();
  const parts = sections.map(({ title, settings }) => {
    const own = Object.entries(settings).filter(([name]) => !shown.has(name));
    for (const [name] of own) shown.add(name);
    return [
      `# ---- ${title}\n`,
      ...own.map(([name, { text, written = '', confidential }]) => {
        const sentences = confidential ? `${text} Or ${name}_FILE: a file that holds it.` : text;
        return `${comment(sentences)}#${name}=${written}\n`;
      }),
    ];
  });
  return `${comment(HEAD)}\n${parts.flat().join('\n')}`;
}

const HEAD =
  'Every setting of the services, with its default. `npm start` needs none of them. A secret can be in a file, which <NAME>_FILE names in place of <NAME>. Written by `npm run generate`.';

/** The text as comment lines of at most 120 columns. */
function comment(text: string): string {
  const lines = [''];
  for (const word of text.split(' ')) {
    const longer = `${lines.at(-1)} ${word}`;
    if (longer.length < COLUMNS) lines[lines.length - 1] = longer;
    else lines.push(` ${word}`);
  }
  return lines.map((line) => `#${line}\n`).join('');
}
