import { readFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from '../service/launch';

/** The text of a file of deploy/, such as `pgbackrest/pgbackrest.conf`. */
export const example = (name: string): string => readFileSync(path.join(ROOT, 'deploy', name), 'utf8');

/**
 * The same with other values for some of its settings.
 * @throws Error when it lacks one of them
 */
export const exampleWith = (name: string, values: Record<string, string | number>): string =>
  Object.entries(values).reduce((text, [setting, value]) => {
    const line = new RegExp(`^(${setting} ?= ?).*$`, 'm');
    if (!line.test(text)) throw new Error(`deploy/${name} has no ${setting}`);
    return text.replace(line, (_, start: string) => `${start}${value}`);
  }, example(name));
