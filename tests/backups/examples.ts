import { chownSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { RunAs } from '@topup/embedded';

const EXAMPLES = path.join(__dirname, '../../deploy/pgbackrest');

export const example = (name: string): string => readFileSync(path.join(EXAMPLES, name), 'utf8');

/**
 * The example of pgbackrest.conf with other values.
 * @throws Error when it lacks one of the lines
 */
export const exampleWith = (values: Record<string, string>): string =>
  Object.entries(values).reduce((text, [name, value]) => {
    const line = new RegExp(`^${name}=.*$`, 'm');
    if (!line.test(text)) throw new Error(`deploy/pgbackrest/pgbackrest.conf has no ${name}`);
    return text.replace(line, `${name}=${value}`);
  }, example('pgbackrest.conf'));

/** A file or a directory that the user may change. Undefined: it is the current user's already. */
export function give(target: string, user: RunAs): void {
  if (user !== undefined) chownSync(target, user.uid, user.gid);
}
