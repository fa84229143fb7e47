import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Request, type Response, Router } from 'express';
import request from 'supertest';
import { createOutage } from './faults/outage';
import { fieldsOf, readBody } from './http/read-body';
import { MONNIFY_WORDS } from './monnify/replies';
import type { SandboxProvider, State } from './provider';
import { PROVIDERS } from './providers';
import { NOON } from './testing/vtpass';
import { buildSandbox } from './wire';

type Change = { entry: 'sale' | 'settled'; ref: string; state: State; at: string };

/** Sells airtime of one network for whatever key. An order is pending until an operator settles it. */
const fourth: SandboxProvider<{ FOURTH_KEY: string }> = {
  name: 'fourth',
  label: 'Fourth',
  keys: { FOURTH_KEY: 'sandbox-key' },
  words: Object.assign({}, ...PROVIDERS.map(({ words }) => words)),
  play({ store, options, keys }) {
    const states = new Map<string, State>();
    const book = store.keep<Change, object>(
      'fourth',
      {},
      {
        setFloat: () => undefined,
        apply({ ref, state, at }) {
          states.set(ref, state);
          book.recorded(ref);
          if (state === 'delivered')
            book.delivered({ request_id: ref, serviceID: 'mtn', recipient: '08031234567', amount: 100, at });
        },
      },
    );
    const sell = Router().post('/sell', readBody, (incoming: Request, response: Response) => {
      const { ref, key } = fieldsOf(incoming);
      const isSold = key === keys.FOURTH_KEY && !book.isOff('mtn');
      book.post(ref, options.now(), isSold ? 'delivered' : 'refused');
      if (isSold) book.record({ entry: 'sale', ref: String(ref), state: 'pending', at: options.now().toISOString() });
      response.json({ isSold });
    });
    return {
      path: '/fourth',
      routes: sell,
      outage: createOutage(['sell'], () => MONNIFY_WORDS),
      book,
      sells: (code) => code === 'mtn',
      findOrder(ref) {
        const state = states.get(ref);
        if (state === undefined) return undefined;
        return {
          state,
          settle(status, at) {
            book.record({ entry: 'settled', ref, state: status, at });
            return 'none';
          },
        };
      },
    };
  },
};

describe('a provider that is declared is not played by all of the sandbox', () => {
  const directory = mkdtempSync(path.join(tmpdir(), 'sandbox-'));
  const open = () =>
    buildSandbox({ file: path.join(directory, 'sandbox.jsonl'), now: () => NOON }, [...PROVIDERS, fourth]);
  let sandbox = open();
  afterAll(() => {
    sandbox.close();
    rmSync(directory, { recursive: true });
  });
  const sell = async (ref: string, key = 'sandbox-key') =>
    (await request(sandbox.app).post('/fourth/sell').send({ ref, key })).body.isSold;
  const put = async (what: string, body: object) =>
    (
      await request(sandbox.app)
        .put(what)
        .send({ provider: 'fourth', ...body })
    ).status;

  it('has its orders in the ledger, its keys, and the calls of an operator', async () => {
    expect([await sell('a'), await sell('b', 'wrong')]).toEqual([true, false]);
    expect([await put('/float', { naira: 5 }), await put('/products', { off: ['mtn'] })]).toEqual([200, 200]);
    expect([await put('/products', { off: ['glo'] }), await put('/outage', { paths: ['vend'] })]).toEqual([400, 400]);
    expect(await sell('c')).toBe(false);
    expect((await request(sandbox.app).put('/knobs').send({ provider: 'fourth' })).body).toEqual({
      error: expect.stringMatching(/ or fourth has no knobs$/),
    });
    const settled = await request(sandbox.app).post('/settle/a').send({ provider: 'fourth', status: 'delivered' });
    expect(settled.body).toEqual({ callback: 'none' });
    expect(await put('/outage', { paths: 'all' })).toBe(200);
    await expect(sell('d')).rejects.toThrow(/socket hang up|ECONNRESET/);
  });

  it('is remembered by the next run', () => {
    const before = sandbox.ledger();
    sandbox.close();
    sandbox = open();
    expect(sandbox.ledger()).toEqual(before);
    expect(before.posts.map(({ provider, outcome, recorded }) => [provider, outcome, recorded])).toEqual([
      ['fourth', 'delivered', true],
      ['fourth', 'refused', false],
      ['fourth', 'refused', false],
    ]);
    expect(before.deliveries).toMatchObject([{ provider: 'fourth', request_id: 'a', at: NOON.toISOString() }]);
  });

  it('must be played again while the file holds what it did', () => {
    expect(() => buildSandbox({ file: path.join(directory, 'sandbox.jsonl') })).toThrow('fourth, which is not played');
  });
});
