import { NO_ORIGIN } from '@topup/core/audit';
import { settleByHand } from '@topup/core/purchase';
import { switchApprovalsOff } from '@topup/testkit';
import { type ApiWorld, airtime, apiWorld, type Client, delivered, rejected, unknown } from '../../testing/api-world';

let world: ApiWorld;
let client: Client;

beforeAll(async () => {
  world = await apiWorld({ purchaseWaitMs: 2_000 });
  client = await world.client(10_000_000n);
  await switchApprovalsOff(world.db);
});
afterAll(() => world.close());

const OPS = { actor: { kind: 'ops', systemUser: 'ada', as: null }, origin: NO_ORIGIN } as const;
const NOTE = 'The customer got nothing on 08031234567.';
const claim = (request_ref: string, by = client, note: unknown = NOTE) =>
  world.post('/v1/transaction/claim', by, { request_ref, note });
const rows = async (search: string, by = client) =>
  (await world.get(`/v1/transactions?search=${search}`, by)).body.data;

async function bought(request_ref: string, by = client, outcome: typeof delivered | typeof unknown = delivered) {
  world.provider.answer = () => outcome;
  await world.post('/v1/airtime/purchase', by, airtime({ request_ref }));
  return world.db.purchase.findFirstOrThrow({ where: { requestRef: request_ref, accountId: by.accountId } });
}

const reverse = (purchase: { id: string; requestRef: string }) =>
  settleByHand(world.db, OPS, purchase, { decision: 'refund', note: 'not at the network' }, undefined);

const open = { state: 'open', answered_at: null, answer: null };
const reversed = {
  state: 'reversed',
  answered_at: expect.stringMatching(/Z$/),
  answer: 'The purchase was reversed and refunded.',
};

describe('a customer received nothing of a successful purchase, and nobody looks into it', () => {
  test('a claim is open, is recorded once, and a second call returns it unchanged', async () => {
    const { id } = await bought('claimed-1');
    const first = await claim('claimed-1');
    expect([first.status, first.body]).toEqual([
      200,
      { status: 'success', message: 'This claim is open.', data: { request_ref: 'claimed-1', ...open } },
    ]);
    expect((await claim('claimed-1', client, 'another note')).body).toEqual(first.body);
    expect(await world.db.claim.findMany({ where: { purchaseId: id } })).toMatchObject([{ note: NOTE, state: 'open' }]);
    const actions = await world.db.auditLog.findMany({ where: { requestRef: 'claimed-1' } });
    expect(actions).toMatchObject([{ action: 'claim.file', actorKind: 'key', userId: client.keyId, note: null }]);
  });

  test('of many calls at once one files it, and all get the same', async () => {
    const { id } = await bought('claimed-2');
    const answers = await Promise.all(Array.from({ length: 6 }, () => claim('claimed-2')));
    for (const { status, body } of answers)
      expect([status, body.data]).toEqual([200, { request_ref: 'claimed-2', ...open }]);
    expect(await world.db.claim.count({ where: { purchaseId: id } })).toBe(1);
    expect(await world.db.auditLog.count({ where: { requestRef: 'claimed-2' } })).toBe(1);
  });

  test('a reversal closes it, and the same call returns the answer', async () => {
    const purchase = await bought('claimed-3');
    await claim('claimed-3');
    expect((await reverse(purchase)).kind).toBe('settled');
    const again = await claim('claimed-3');
    expect([again.status, again.body.message, again.body.data]).toEqual([
      200,
      'This claim is reversed.',
      { request_ref: 'claimed-3', ...reversed },
    ]);
    expect(await rows('claimed-3')).toMatchObject([{ status: 'failed', claim: reversed }]);
  });

  test('the list has the claim of a purchase, and no such field without one', async () => {
    await bought('listed-1');
    const [before] = await rows('listed-1');
    expect(Object.keys(before)).not.toContain('claim');
    await claim('listed-1');
    expect(await rows('listed-1')).toEqual([{ ...before, claim: open }]);
  });

  test('a claim of a test purchase is confirmed at once, and no operator is mailed', async () => {
    const twin = await world.testClient(client);
    await world.post('/v1/airtime/purchase', twin, airtime({ request_ref: 'test-1' }));
    expect((await claim('test-1', twin)).body.data).toEqual({
      request_ref: 'test-1',
      state: 'confirmed',
      answered_at: expect.stringMatching(/Z$/),
      answer: 'Test purchases are confirmed automatically.',
    });
    expect(await world.db.mail.count({ where: { accountId: twin.accountId } })).toBe(0);
  });
});

describe('a client claims what is not theirs, or was not delivered', () => {
  test.each([
    ['failed', rejected],
    ['pending', unknown],
  ])('a %s purchase gets 400 not_successful, and has no claim', async (status, outcome) => {
    const { id } = await bought(`no-${status}`, client, outcome as typeof unknown);
    const { status: http, headers, body } = await claim(`no-${status}`);
    expect([http, headers['x-error-code'], body]).toEqual([
      400,
      'not_successful',
      {
        status: 'error',
        message: 'This purchase is not successful, so it cannot be claimed. Nothing was changed. Query its status.',
      },
    ]);
    expect(await world.db.claim.count({ where: { purchaseId: id } })).toBe(0);
  });

  test('so is a purchase that was reversed before anyone claimed it', async () => {
    await reverse(await bought('reversed-first'));
    expect((await claim('reversed-first')).headers['x-error-code']).toBe('not_successful');
  });

  test('an unknown reference and one of another account get what the status query returns', async () => {
    const other = await world.client();
    await bought('theirs-1');
    const [theirs, unknown] = [await claim('theirs-1', other), await claim('nobody-1', other)];
    expect([theirs.status, theirs.headers['x-error-code']]).toEqual([403, 'transaction_not_yours']);
    expect([unknown.status, unknown.headers['x-error-code']]).toEqual([404, 'transaction_not_found']);
    expect(theirs.text).toBe(unknown.text);
  });

  test('a key that was revoked, and no process has noticed yet, files nothing: 401', async () => {
    const leaver = await world.client();
    const { id } = await bought('late-1', leaver);
    await world.db.apiKey.update({ where: { id: leaver.keyId }, data: { revokedAt: new Date() } });
    expect((await claim('late-1', leaver)).status).toBe(401);
    expect(await world.db.claim.count({ where: { purchaseId: id } })).toBe(0);
  });

  test.each([[undefined], [null], [5], [''], ['x'.repeat(501)], ['two\nlines'], ['a\u0007']])(
    'note %p is rejected by name',
    async (note) => {
      const answer = await world.post('/v1/transaction/claim', client, { request_ref: 'x', note });
      expect([answer.status, answer.body.error]).toEqual([400, expect.stringContaining('note')]);
    },
  );
});
