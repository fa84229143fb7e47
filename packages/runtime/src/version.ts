import { readFileSync } from 'node:fs';
import path from 'node:path';

/** The version of the service, such as `0.1.0`: that of every package of it. */
export const VERSION: string = JSON.parse(readFileSync(path.join(__dirname, '../package.json'), 'utf8')).version;
