import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import request from 'supertest';
import { monnifyOf, powerVend, vendOf } from '../testing/monnify';
import { reloadlyOf, topUpOf } from '../testing/reloadly';
import { openSandbox, type TestSandbox } from '../testing/use-sandbox';
import { airtime, NOON } from '../testing/vtpass';

let directory: string;
let file: string;
beforeEach(() => {
  directory = mkdtempSync(path.join(tmpdir(), 'sandbox-'));
  file = path.join(directory, 'sandbox.jsonl');
});
afterEach(() => rmSync(directory, { recursive: true }));

/** One run of the sandbox on the file. */
async function live<T>(use: (sandbox: TestSandbox) => Promise<T>, now = () => NOON): Promise<T> {
  const sandbox = openSandbox({ file, now });
  try {
    return await use(sandbox);
  } finally {
    sandbox.close();
  }
}

const providersOf = (lines: readonly { provider: string }[]) => lines.map(({ provider }) => provider);

describe('a ledger that leaves out a provider, or mixes two up', () => {
  it('lists what each received, delivered and reversed, with its name, in the order of time', async () => {
    await live(async (sandbox) => {
      const [monnify, reloadly] = [monnifyOf(sandbox.app), reloadlyOf(sandbox.app)];
      const shared = 'one-reference-for-all';
      await monnify.vend(vendOf({ reference: shared }));
      await sandbox.pay(airtime());
      await reloadly.topUp(topUpOf({ customIdentifier: shared }));
      await monnify.vend(vendOf({ amount: 0 }));
      await reloadly.topUp(topUpOf({ amount: 1 }));
      await sandbox.pay(airtime({ amount: 1 }));
      const reverse = (provider: string, id: string) =>
        request(sandbox.app).post(`/settle/${id}`).send({ provider, status: 'reversed' });
      await reverse('reloadly', shared);
      await reverse('monnify', shared);

      const { body } = await request(sandbox.app).get('/ledger');
      expect(providersOf(body.deliveries)).toEqual(['monnify', 'vtpass', 'reloadly']);
      expect(providersOf(body.reversals)).toEqual(['reloadly', 'monnify']);
      expect(body.posts.map((post: { provider: string; outcome: string }) => [post.provider, post.outcome])).toEqual([
        ['monnify', 'delivered'],
        ['vtpass', 'delivered'],
        ['reloadly', 'delivered'],
        ['monnify', 'refused 99'],
        ['reloadly', 'refused INVALID_LOCAL_AMOUNT_FOR_OPERATOR'],
        ['vtpass', 'refused 013'],
      ]);
      const fields = ['request_id', 'serviceID', 'recipient', 'amount', 'at', 'provider'];
      for (const line of body.deliveries)
        expect(Object.keys(line).filter((key) => key !== 'variation_code')).toEqual(fields);
      expect(sandbox.ledger()).toEqual(body);
    });
  });
});

describe('a restart that forgets what another provider than VTpass did', () => {
  const look = async (sandbox: TestSandbox) => {
    const [monnify, reloadly] = [monnifyOf(sandbox.app), reloadlyOf(sandbox.app)];
    return {
      ledger: sandbox.ledger(),
      knobs: (await request(sandbox.app).get('/knobs')).body,
      statement: (await monnify.statement()).body,
      list: (await reloadly.list()).body,
      balances: [await sandbox.balance(), await monnify.balance(), await reloadly.balance()],
      off: [
        (await sandbox.pay(airtime({ serviceID: 'glo', request_id: '' }))).code,
        (await monnify.vend(vendOf({ productCode: '12', amount: 0 }))).body.responseMessage,
        (await reloadly.get('/operators/344')).body.status,
      ],
    };
  };

  it('keeps orders, statements, floats, knobs and products that are off', async () => {
    const before = await live(async (sandbox) => {
      const [monnify, reloadly] = [monnifyOf(sandbox.app), reloadlyOf(sandbox.app)];
      await sandbox.put('/float', { provider: 'monnify', naira: 50_000 });
      await sandbox.put('/float', { provider: 'reloadly', naira: 60_000 });
      await sandbox.put('/knobs', { provider: 'monnify', fee: 10, commission: 5 });
      await sandbox.put('/knobs', { provider: 'reloadly', currency: 'USD' });
      await monnify.vend(vendOf());
      await monnify.vend(vendOf({ customerId: '08000100123' }));
      await monnify.vendPower(powerVend());
      await reloadly.topUp(topUpOf());
      await reloadly.topUp(topUpOf({ phone: '08000300123' }));
      for (const [provider, off] of [
        ['vtpass', 'glo'],
        ['monnify', 'GLO'],
        ['reloadly', '344'],
      ])
        await sandbox.put('/products', { provider, off: [off] });
      return look(sandbox);
    });
    const after = await live(look);
    const posts = [...before.ledger.posts];
    expect(after).toEqual({ ...before, ledger: { ...before.ledger, posts: expect.arrayContaining(posts) } });
    expect(after.off).toEqual(['011', 'Glo Mobile Top up is currently not available', 'INACTIVE']);
  });

  it('settles a pending order, and one whose time came meanwhile, in a later run', async () => {
    const [vend, power, topUp] = [
      vendOf({ customerId: '08000200123' }),
      powerVend({ customerId: '08001300123' }),
      topUpOf({ phone: '08000300123' }),
    ];
    await live(async (sandbox) => {
      await monnifyOf(sandbox.app).vend(vend);
      await monnifyOf(sandbox.app).vendPower(power);
      await reloadlyOf(sandbox.app).topUp(topUp);
      await reloadlyOf(sandbox.app).topUpAsync(topUpOf());
      expect(providersOf(sandbox.ledger().deliveries)).toEqual(['monnify']);
    });
    const later = () => new Date(NOON.getTime() + 60_000);
    await live(async (sandbox) => {
      const [monnify, reloadly] = [monnifyOf(sandbox.app), reloadlyOf(sandbox.app)];
      for (let times = 0; times < 3; times += 1) {
        await monnify.requery(vend.reference);
        await monnify.requery(power.reference);
        await reloadly.list({ customIdentifier: topUp.customIdentifier });
      }
      const { metaData } = (await monnify.requery(power.reference)).body.responseBody;
      expect(metaData.token).toMatch(/^(\d{4}-){4}\d{4}$/);
    }, later);
    await live(async (sandbox) => {
      const { deliveries, reversals } = sandbox.ledger();
      expect(providersOf(deliveries).sort()).toEqual(['monnify', 'monnify', 'reloadly']);
      expect(reversals).toMatchObject([{ request_id: topUp.customIdentifier, provider: 'reloadly' }]);
      const { content } = (await reloadlyOf(sandbox.app).list()).body;
      expect(content.map(({ status }: { status: string }) => status)).toEqual(['REFUNDED', 'SUCCESSFUL']);
      const next = await reloadlyOf(sandbox.app).topUp(topUpOf());
      expect(next.body.transactionId).toBe(content[1].transactionId + 1);
    }, later);
  });

  it('takes a validation of an earlier run, and no repeated reference', async () => {
    const [power, topUp] = [powerVend(), topUpOf()];
    await live(async (sandbox) => {
      const { body } = await monnifyOf(sandbox.app).validate(String(power.productCode), String(power.customerId));
      power.validationReference = body.responseBody.vendInstruction.validationReference;
      await reloadlyOf(sandbox.app).topUp(topUp);
    });
    await live(async (sandbox) => {
      const monnify = monnifyOf(sandbox.app);
      expect((await monnify.vend(power)).body.responseBody.vendStatus).toBe('SUCCESS');
      expect((await monnify.vend(power)).body.responseMessage).toMatch(/^Duplicate vend reference/);
      expect((await reloadlyOf(sandbox.app).topUp(topUp)).body.errorCode).toBe('CUSTOM_IDENTIFIER_ALREADY_USED');
    });
  });

  it('names the provider in every line of the file', async () => {
    await live(async (sandbox) => {
      await sandbox.pay(airtime());
      await monnifyOf(sandbox.app).vend(vendOf());
      await reloadlyOf(sandbox.app).topUp(topUpOf());
      await sandbox.put('/products', { off: ['glo'] });
    });
    const lines = readFileSync(file, 'utf8').trimEnd().split('\n');
    expect(lines.map((line) => JSON.parse(line)).map(({ entry, provider }) => [entry, provider])).toEqual([
      ['post', 'vtpass'],
      ['order', 'vtpass'],
      ['post', 'monnify'],
      ['vend', 'monnify'],
      ['post', 'reloadly'],
      ['top-up', 'reloadly'],
      ['products-off', 'vtpass'],
    ]);
  });

  it.each(['monnify', 'reloadly'])('lets no order of %s be answered when it cannot be written', async (provider) => {
    const sandbox = openSandbox({ file });
    const [monnify, reloadly] = [monnifyOf(sandbox.app), reloadlyOf(sandbox.app)];
    await Promise.all([monnify.bearer(), reloadly.bearer()]);
    sandbox.close();
    const { status, body } = await (provider === 'monnify' ? monnify.vend(vendOf()) : reloadly.topUp(topUpOf()));
    expect([status, body.responseCode ?? body.errorCode]).toEqual([
      500,
      provider === 'monnify' ? '99' : 'PROVIDER_INTERNAL_ERROR',
    ]);
    expect(sandbox.ledger()).toEqual({ deliveries: [], reversals: [], posts: [] });
  });
});
