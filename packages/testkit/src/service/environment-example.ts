import { readFileSync } from 'node:fs';
import path from 'node:path';

/**
 * The text of `.env.example`: every setting with its default. `npm run check` fails when it is not what the code says.
 */
export const environmentExample = (): string => readFileSync(path.join(__dirname, '../../../../.env.example'), 'utf8');
