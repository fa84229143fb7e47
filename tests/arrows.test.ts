import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

const ROOT = path.join(__dirname, '..');

/** The rooms of core from the ground up: a room imports from those before it. */
const ROOMS = [
  ...[
    'time',
    'shared',
    'flow',
    'product',
    'errors',
    'mail',
    'audit',
    'operator-guard',
    'account',
    'user',
    'api-key',
    'backup',
  ],
  ...[
    'provider',
    'catalogue',
    'notification',
    'routing',
    'fence',
    'webhook',
    'purchase',
    'buying',
    'reporting',
    'queue',
  ],
  ...['metrics', 'reconciliation', 'wallet', 'collection', 'request-log', 'retention', 'records'],
];

/** Files of a lower room that import from a higher one, and why. */
const UP: [RegExp, why: string][] = [
  [/^shared\/observer\.port\.ts → (product|provider|purchase)$/, 'the labels of metrics, as types'],
  [/^audit\/.+ → user$/, 'who acts, and whether they still may'],
  [/^operator-guard\/decide-approval\.ts → /, 'it does what was approved, in whichever room that is'],
  [/^account\/change-account\.ts → user$/, 'who acts, and whether they still may'],
];

type Sources = ReadonlyMap<string, string>;

/** The files that each file imports, types included. `folders`: of our packages, by name. */
function importsOf(sources: Sources, folders: ReadonlyMap<string, string>): Map<string, string[]> {
  const find = (base: string) =>
    ['', '.ts', '.tsx', '/index.ts', '/index.tsx'].map((ending) => base + ending).find((file) => sources.has(file));
  const resolve = (from: string, specifier: string): string | undefined => {
    if (specifier.startsWith('.')) return find(path.posix.join(path.posix.dirname(from), specifier));
    const [, name = '', rest = 'index'] = /^(@[^/]+\/[^/]+)(?:\/(.*))?$/.exec(specifier) ?? [];
    const folder = folders.get(name);
    return folder === undefined ? undefined : find(`${folder}/src/${rest}`);
  };
  return new Map(
    [...sources].map(([file, text]) => {
      const specifiers = [...text.matchAll(/^\s*(?:import|export)\b[^'";]*?from\s*'([^']+)'/gm)];
      return [file, specifiers.flatMap(([, specifier = '']) => resolve(file, specifier) ?? [])];
    }),
  );
}

/** Files that import one another, in a circle. */
function circlesIn(graph: ReadonlyMap<string, string[]>): string[] {
  const state = new Map<string, 'open' | 'done'>();
  const way: string[] = [];
  const circles: string[] = [];
  const visit = (file: string): void => {
    if (state.get(file) === 'open') circles.push([...way.slice(way.indexOf(file)), file].join(' → '));
    if (state.has(file)) return;
    state.set(file, 'open');
    way.push(file);
    for (const next of graph.get(file) ?? []) visit(next);
    way.pop();
    state.set(file, 'done');
  };
  for (const file of graph.keys()) visit(file);
  return circles;
}

/** Each file of a room of core that imports from a room after it, or from one that is not listed. */
function arrowsUp(graph: ReadonlyMap<string, string[]>): string[] {
  const roomOf = (file: string) => /^packages\/core\/src\/([^/]+)\//.exec(file)?.[1];
  const height = (room: string) => (ROOMS.includes(room) ? ROOMS.indexOf(room) : Number.POSITIVE_INFINITY);
  return [...graph].flatMap(([file, imported]) => {
    const from = roomOf(file);
    if (from === undefined) return [];
    const rooms = new Set(imported.map(roomOf));
    return [...rooms].flatMap((to) =>
      to !== undefined && to !== from && !(height(to) < height(from))
        ? [`${file.replace('packages/core/src/', '')} → ${to}`]
        : [],
    );
  });
}

const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', 'apps', 'packages'], {
  cwd: ROOT,
  encoding: 'utf8',
  maxBuffer: 1 << 26,
}).split('\n');
const read = (file: string) => readFileSync(path.join(ROOT, file), 'utf8');
const files = listed.filter(
  (file) =>
    /\.tsx?$/.test(file) &&
    !/\.test\.|\.d\.ts$|generated\/|\/testing\//.test(file) &&
    existsSync(path.join(ROOT, file)),
);
const packages = listed.filter((file) => /^[^/]+\/[^/]+\/package\.json$/.test(file));
const folders = new Map(packages.map((file) => [JSON.parse(read(file)).name as string, path.posix.dirname(file)]));
const graph = importsOf(new Map(files.map((file) => [file, read(file)])), folders);

const inTree = (sources: Record<string, string>) => importsOf(new Map(Object.entries(sources)), folders);

describe('two files cannot be read one after the other, because each imports the other', () => {
  test('no imports in apps and packages make a circle, types included', () => {
    expect(graph.size).toBeGreaterThan(900);
    expect(circlesIn(graph)).toEqual([]);
  });

  test('a circle is found: of types, and through a package', () => {
    const ofTypes = inTree({
      'apps/api/src/a.ts': "import type { B } from './b';",
      'apps/api/src/b.ts': "export { type C } from './sub';",
      'apps/api/src/sub/index.ts': "import {\n  type A,\n} from '../a';",
    });
    expect(circlesIn(ofTypes)).toEqual([
      'apps/api/src/a.ts → apps/api/src/b.ts → apps/api/src/sub/index.ts → apps/api/src/a.ts',
    ]);
    const packed = inTree({
      'packages/core/src/wallet/index.ts': "export { a } from '@topup/runtime';",
      'packages/runtime/src/index.ts': "import { b } from '@topup/core/wallet';",
    });
    expect(circlesIn(packed)).toHaveLength(1);
  });

  test('files that share one below them are no circle', () => {
    const shared = inTree({
      'apps/api/src/a.ts': "import './b';\nimport { c } from './c';",
      'apps/api/src/b.ts': "import { c } from './c';",
      'apps/api/src/c.ts': '',
    });
    expect(circlesIn(shared)).toEqual([]);
  });
});

describe('a room of core depends on one that is built on it', () => {
  test('every file imports from lower rooms only', () => {
    expect(arrowsUp(graph).filter((arrow) => !UP.some(([allowed]) => allowed.test(arrow)))).toEqual([]);
  });

  test('every room is in the order, and every exception is needed', () => {
    const rooms = new Set(files.flatMap((file) => /^packages\/core\/src\/([^/]+)\//.exec(file)?.[1] ?? []));
    expect([...rooms].sort()).toEqual([...ROOMS].sort());
    expect(UP.filter(([allowed]) => !arrowsUp(graph).some((arrow) => allowed.test(arrow)))).toEqual([]);
  });

  test('an arrow up is found', () => {
    const up = inTree({
      'packages/core/src/shared/a.ts': "import type { B } from '../wallet/b';",
      'packages/core/src/wallet/b.ts': "import { c } from '../shared/c';",
      'packages/core/src/shared/c.ts': '',
    });
    expect(arrowsUp(up)).toEqual(['shared/a.ts → wallet']);
  });
});
