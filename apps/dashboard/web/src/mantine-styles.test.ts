import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const ASSETS = path.join(__dirname, '../../dist/web/assets');
const CLASS = /\bm_[0-9a-f]{6,8}\b/g;

/** Mantine's own classes in the built files of a kind. */
const builtClasses = (ending: string): Set<string> =>
  classesOf(
    readdirSync(ASSETS)
      .filter((name) => name.endsWith(ending))
      .map((name) => readFileSync(path.join(ASSETS, name), 'utf8'))
      .join(),
  );
const classesOf = (text: string) => new Set(text.match(CLASS));

test('each part of Mantine that a page uses has its styles', () => {
  const all = classesOf(readFileSync(require.resolve('@mantine/core/styles.css'), 'utf8'));
  const [used, styled] = [builtClasses('.js'), builtClasses('.css')];
  expect(used.size).toBeGreaterThan(100);
  expect([...used].filter((name) => all.has(name) && !styled.has(name))).toEqual([]);
});
