import { readFileSync } from 'node:fs';
import path from 'node:path';
import { createWitnesses, useDatabase } from '@topup/testkit';
import { features, traces } from './features';
import { costOf } from './measure-features';
import { createSwitchboard, switchSettings } from './switchboard';

const ROOT = path.resolve(__dirname, '../../..');

describe('a feature is not turned off, and its row says that it costs nothing', () => {
  test.each([...features, traces].flatMap(({ name, code = [] }) => code.map((change) => ({ name, ...change }))))(
    '$name: the text in $file exists exactly once, and asks whether it is off',
    ({ file, from, to }) => {
      const [owner = '', ...rest] = file.split('/');
      const home = owner === 'core' || owner === 'runtime' ? 'packages' : 'apps';
      const source = readFileSync(path.join(ROOT, home, owner, ...rest), 'utf8');
      expect(source.split(from).length - 1).toBe(1);
      expect(to).toContain('OFF');
    },
  );

  test('a service gets all texts, each with the switch of its own feature', () => {
    const changes: { to: string }[] = JSON.parse(switchSettings(features).CHAOS_BREAK ?? '');
    expect(changes).toHaveLength(features.flatMap(({ code = [] }) => code).length);
    expect(changes[0]?.to).toBe(
      'return async (_request, response, next) => { if (globalThis.benchOff["limits"]) return next();',
    );
  });

  const database = useDatabase({ max: 1 });

  test('functions and triggers of the database are changed, and come back as they were', async () => {
    const { sql, close } = createWitnesses(database.url, 'unused');
    const state = () =>
      sql(`
        SELECT (SELECT string_agg(md5(pg_get_functiondef(oid)), ',' ORDER BY proname) FROM pg_proc
                 WHERE proname IN ('accept_purchases', 'record_settlements')) AS functions,
               (SELECT string_agg(tgname::text || tgenabled::text, ',' ORDER BY tgname) FROM pg_trigger
                 WHERE tgrelid = 'purchase'::regclass AND NOT tgisinternal) AS triggers`);
    const told: unknown[] = [];
    const child = { send: (message: unknown) => told.push(message) };
    const switchboard = await createSwitchboard(sql, [{ child: child as never }], features);
    const before = await state();
    for (const { name, sql: changes, triggers } of features) {
      await switchboard.turnOff(new Set([name]));
      expect(told.at(-1)).toEqual({ off: { [name]: true } });
      if (changes !== undefined || triggers !== undefined) expect(await state()).not.toEqual(before);
    }
    await switchboard.turnOff(new Set());
    expect(told.at(-1)).toEqual({ off: {} });
    expect(await state()).toEqual(before);
    await close();
  });

  test('a row compares turns that follow each other, so a machine that becomes slower costs nothing', () => {
    const turn = (rate: number, cpu: number | null = 1 / rate) => ({ rate, cpu });
    const slowing = { on: [turn(900), turn(450), turn(90)], off: [turn(1_000), turn(500), turn(100)] };
    expect(costOf(slowing)).toMatchObject({ ratio: 0.9, on: { rate: 450 }, off: { rate: 500 } });
    expect(costOf(slowing).cpu).toBeCloseTo(1 / 450 - 1 / 500);
    expect(costOf({ on: [turn(9, null)], off: [turn(10)] })).toMatchObject({ ratio: 0.9, cpu: null });
  });
});
