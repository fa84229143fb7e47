import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { productTypes } from '@topup/core/product';
import { reportBreakers } from '@topup/core/provider';
import { TIME, useOpsWorld } from '../testing/ops-world';

const world = useOpsWorld({ settings: () => ({ PROVIDERS: 'vtpass,monnify,reloadly' }) });
const { ops, json, refusal } = world;
const folder = mkdtempSync(path.join(tmpdir(), 'topup-route-'));
const file = path.join(folder, 'rules');
afterAll(() => rmSync(folder, { recursive: true }));

const set = (rules: string, ...more: string[]) => {
  writeFileSync(file, rules);
  return ['route', 'set', '--file', file, '--note', 'ticket 7', ...more];
};
const RULES = 'AIRTIME mtn: monnify 100-5000, vtpass\nELECTRICITY: vtpass, monnify off\n';
const ORDER = ['--product', 'AIRTIME', '--network', 'mtn', '--amount', '100'];

describe('an operator cannot say who serves which order, or take it back', () => {
  test('rules are written, activated, shown in the form they were written in, and taken back', async () => {
    expect((await ops('route', 'show')).stdout).toBe(
      '# No rules are active: the order of PROVIDERS is the rule (vtpass, monnify, reloadly).\n',
    );
    expect((await ops(...set(RULES))).stdout).toBe(
      'Version 1 is written. `route activate 1` makes it the active one.\n',
    );
    expect((await ops('route', 'activate', '1')).stdout).toBe(
      'Version 1 is active now. `route activate none` takes that back.\n',
    );
    const shown = (await ops('route', 'show')).stdout;
    expect(shown).toBe(`# Version 1, by ops at ${/20\S+(?=:)/.exec(shown)?.[0]}: ticket 7\n${RULES}`);
    expect(await json(...set('DATA: monnify', '--activate'))).toEqual({
      version: 2,
      rules: ['DATA: monnify'],
      active: true,
    });
    expect(await json('route', 'activate', '1')).toEqual({ version: 1, before: 2 });
    expect(await json('route', 'show', '--rules', '2')).toMatchObject({ version: 2, rules: ['DATA: monnify'] });
    expect(await json('route', 'show')).toMatchObject({
      version: 1,
      versions: [{ number: 2 }, { number: 1, note: 'ticket 7', createdBy: 'ops', createdAt: TIME }],
      activations: [{ version: 1 }, { version: 2 }, { version: 1, activatedBy: 'ops', activatedAt: TIME }],
    });
    expect(await refusal('route', 'activate', '1')).toBe('Version 1 of the rules is already active.');
    const none = 'There is no version 9 of the routing rules. `route show --json` lists the latest versions.';
    expect(await refusal('route', 'activate', '9')).toBe(none);
    expect(await refusal('route', 'show', '--rules', '9')).toBe(none);
    expect(await json('route', 'activate', 'none')).toEqual({ version: null, before: 1 });
  });

  test('what is wrong is named by its line, and nothing is written', async () => {
    const before = await world.db.routingVersion.count();
    expect(await refusal(...set('AIRTIME mtn monnify\nSHOES: vtpass'))).toBe(
      [
        'The rules have 2 errors, so nothing was changed.',
        'Line 1: there is no colon between the product and its providers.',
        `Line 2: "SHOES" is not a product. It must be one of ${productTypes.join(', ')}.`,
      ].join(' '),
    );
    expect(await refusal(...set('ELECTRICITY: reloadly'))).toBe(
      'The rules have an error, so nothing was changed. ELECTRICITY: reloadly does not sell ELECTRICITY.',
    );
    expect((await ops('route', 'set', '--file', path.join(folder, 'none'), '--note', 'x')).code).toBe(2);
    expect(await world.db.routingVersion.count()).toBe(before);
  });
});

describe('an operator does not know where an order would go', () => {
  test('the answer names the provider, and why those before it were passed over', async () => {
    expect((await ops('route', 'simulate', ...ORDER)).stdout).toBe(
      'The order of PROVIDERS is the rule.\nvtpass would serve this order.\n',
    );
    await reportBreakers(world.db, 'worker@x:1', [
      {
        provider: 'vtpass',
        breaker: 'provider',
        reason: 'unreachable',
        state: 'open',
        accounts: null,
        leftKobo: null,
        detail: null,
        since: new Date(),
      },
    ]);
    expect((await ops('route', 'simulate', ...ORDER)).stdout.split('\n')).toEqual([
      'The order of PROVIDERS is the rule.',
      'vtpass is passed over: we cannot connect to it.',
      'monnify is passed over: it does not sell this, or the product is not mapped.',
      'reloadly is passed over: it does not sell this, or the product is not mapped.',
      'Nobody can serve this order now.',
      '',
    ]);
    expect(await json('route', 'simulate', ...ORDER, '--rules', '1')).toMatchObject({ version: 1, chosen: null });
    expect(await refusal('route', 'simulate', '--product', 'DATA', '--network', 'mtn', '--amount', '1')).toMatch(
      /^DATA has no service "mtn"\. It must be one of mtn-data, /,
    );
  });

  test('an order that nobody can buy is refused', async () => {
    const meter = ['route', 'simulate', '--product', 'ELECTRICITY', '--network', 'eko-electric', '--amount', '1000'];
    expect(await refusal(...meter)).toBe(
      'Enter the code of the plan or package. For a meter, enter prepaid or postpaid.',
    );
    expect(await refusal(...meter, '--code', 'solar')).toBe(
      'We do not sell the product "eko-electric/solar". Check its code.',
    );
    expect(await json(...meter, '--code', 'prepaid')).toHaveProperty('chosen');
    const account = '0199f3a2-7c1e-7b60-9d3e-0123456789ab';
    expect(await refusal('route', 'simulate', ...ORDER, '--account', account)).toBe(
      `There is no account "${account}". \`account list\` shows all accounts.`,
    );
  });
});
