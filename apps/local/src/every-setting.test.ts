import { environmentExample } from '@topup/runtime/settings';
import { everySetting, sections } from './every-setting';

test('the example shows every setting once, however many processes read it', () => {
  const names = [...environmentExample(sections).matchAll(/^#([A-Z][A-Z0-9_]*)=/gm)].map(([, name]) => name);
  expect(names).toEqual([...new Set(names)]);
  expect(names.toSorted()).toEqual(Object.keys(everySetting).toSorted());
  expect(environmentExample(sections)).toContain('\n#REQUERY_SCHEDULE=5s,15s,30s');
});
