import { tableOf } from './measure-profile';
import { type CpuProfile, fileOf, stacksOf } from './stacks';
import { statementName } from './statements';
import { stepShares } from './steps';

const ROOT = '/home/somebody/topup';
const node = (id: number, functionName: string, url: string, children: number[] = []) => ({
  id,
  callFrame: { functionName, url },
  children,
});

/** 10 % garbage, 60 % accept (20 % of it in the driver, 10 % in the log), 30 % HTTP; as much idle time again. */
const PROFILE: CpuProfile = {
  nodes: [
    node(1, '(root)', '', [2, 3, 4, 5, 9]),
    node(2, '(idle)', ''),
    node(3, '(garbage collector)', ''),
    node(4, 'parserOnBody', 'node:_http_common'),
    node(5, 'accept', `file://${ROOT}/packages/core/dist/purchase/accept/accept-purchase.js`, [6, 7]),
    node(6, 'query', `${ROOT}/node_modules/a/node_modules/pg/lib/client.js`),
    node(7, 'info', `${ROOT}/packages/runtime/dist/log.js`, [8]),
    node(8, 'stringify <x>', ''),
    // the same function as 5, compiled again
    node(9, 'accept', `${ROOT}/packages/core/dist/purchase/accept/accept-purchase.js`),
  ],
  samples: [2, 3, 4, 5, 6, 8, 9],
  timeDeltas: [1_000, 100, 300, 200, 200, 100, 100],
};

describe('a profile says something else than what was on the CPU', () => {
  const stacks = stacksOf(PROFILE, ROOT);

  test('each stack has the running function first, idle time is none, and shares add up to all', () => {
    expect(stacks.reduce((sum, { share }) => sum + share, 0)).toBeCloseTo(1);
    expect(stacks.map(({ share, stack }) => [Number(share.toFixed(3)), ...stack.map(({ name }) => name)])).toEqual([
      [0.1, '(garbage collector)'],
      [0.3, 'parserOnBody'],
      [0.2, 'accept'],
      [0.2, 'query', 'accept'],
      [0.1, 'stringify <x>', 'info', 'accept'],
      [0.1, 'accept'],
    ]);
  });

  test('a file is named without a path of the machine', () => {
    expect(
      [
        `file://${ROOT}/apps/api/dist/http/x.js`,
        `${ROOT}/node_modules/a/node_modules/b/c.js`,
        'node:net',
        '/etc/x.js',
        '',
      ].map((url) => fileOf(url, ROOT)),
    ).toEqual(['api/http/x.js', 'b/c.js', 'node:net', 'x.js', '']);
  });

  test('a function counts for the innermost step that it works for, and only once', () => {
    const shares = Object.fromEntries(
      stepShares('api', stacks).map(({ step, share }) => [step, Number(share.toFixed(3))]),
    );
    expect(shares).toEqual({ accept: 0.5, 'HTTP, sockets': 0.3, 'garbage collection': 0.1, log: 0.1 });
  });

  test('small steps are added up, and a process adds up to what it used', () => {
    const cost = (step: string, seconds: number) => ({ process: 'api', step, seconds });
    expect(tableOf([cost('accept', 0.0006), cost('log', 0.000398), cost('rare', 0.000002)])).toEqual([
      ['api', 'accept', '600', '60 %'],
      ['api', 'log', '398', '40 %'],
      ['api', 'other', '2', '0 %'],
      ['api', '**all**', '1000', '100 %'],
    ]);
  });

  test('a statement is named by the function that it calls', () => {
    expect(statementName('SELECT *\n FROM accept_purchases($1::jsonb, $2, $3, $4)')).toBe('accept_purchases');
    expect(statementName('UPDATE key k FROM jsonb_to_recordset($1) AS item')).toBe(
      'UPDATE key k FROM jsonb_to_recordset($1) AS item',
    );
    expect(statementName('COMMIT')).toBe('COMMIT');
    expect(statementName(`UPDATE webhook_event SET ${'x'.repeat(100)}`)).toHaveLength(56);
  });
});
