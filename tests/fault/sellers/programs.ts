import path from 'node:path';
import { onThePath } from '@topup/testkit';
import { hasPhp, NO_PHP } from '../../clients/php';
import { ROOT } from '../../pages';

/** The shop of a client's example. */
export type Program = {
  language: string;
  isReady: boolean;
  reason: string;
  command: string;
  /** The program that a reader copies. */
  example: string;
  /** It loads the example, and sells an order for each line of its input. With `book` it prints its book. */
  driver: string;
  env: Record<string, string>;
};

const python = path.join(ROOT, 'clients/python');

export const PROGRAMS: Program[] = [
  {
    language: 'TypeScript',
    isReady: true,
    reason: '',
    command: process.execPath,
    example: 'packages/client/examples/sell.mjs',
    driver: 'tests/fault/sellers/shop.mjs',
    env: {},
  },
  {
    language: 'PHP',
    isReady: hasPhp,
    reason: NO_PHP,
    command: 'php',
    example: 'clients/php/examples/sell.php',
    driver: 'tests/fault/sellers/shop.php',
    env: {},
  },
  {
    language: 'Python',
    isReady: onThePath('python3') !== undefined,
    reason: 'there is no python3',
    command: 'python3',
    example: 'clients/python/examples/sell.py',
    driver: 'tests/fault/sellers/shop.py',
    env: { PYTHONPATH: `${python}:${path.join(python, 'examples')}`, PYTHONDONTWRITEBYTECODE: '1' },
  },
];
