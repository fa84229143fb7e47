import { newId } from '@topup/core/shared';
import { getWalletBalance } from '@topup/core/wallet';
import type { Collections, ConfirmedMatched } from '@topup/dashboard-contract';
import { OPERATOR, openOperatorWorld } from '../../testing/operator-world';

const { world, get, post } = openOperatorWorld();

const columns = { at: 'Date', debit: 'Debit', credit: 'Credit', transaction: 'Session' };
const csv = (...lines: string[]) => ['Date,Narration,Debit,Credit,Session', ...lines].join('\n');
const importing = (text: string) => post('/collections/import', { text, columns, zone: '+01:00' });
const balance = (id: string) => getWalletBalance(world().db, id);
const matched = async () => ((await get('/collections').expect(200)).body as Collections).matched;
const confirmAll = (seen: object) => post('/collections/confirm-matched', { note: 'the statement of Friday', ...seen });

/** An account and its payment reference. */
async function client(): Promise<{ id: string; name: string; reference: string }> {
  const account = await world().account();
  const { paymentReference } = await world().db.account.findUniqueOrThrow({ where: { id: account.id } });
  return { ...account, reference: paymentReference };
}
const row = (reference: string, naira: string, session = newId()) =>
  `2026-11-20 09:00:00,NIP from ADA OBI ${reference},,${naira},${session}`;

describe('without a collector, a file of our bank funds twice, or without a person', () => {
  test('a file is previewed and listed, and funds nothing until an operator confirms all at the total shown', async () => {
    const [one, other] = [await client(), await client()];
    const text = csv(
      row(one.reference, '1500.00', 'S1'),
      row(other.reference.toLowerCase().replace('-', ' '), '2500.50', 'S2'),
      row('TUP-AAAAAA', '10', 'S3'),
      row('lunch', '20', 'S4'),
      '2026-11-20 10:00:00,Charge,50.00,,S5',
    );
    const preview = (await post('/collections/import/preview', { text, zone: '+01:00' }).expect(200)).body;
    expect(preview).toMatchObject({ rows: 5, faults: [], columns: { at: 'Date', debit: 'Debit', credit: 'Credit' } });
    expect((await importing(text).expect(200)).body).toEqual({
      rows: 5,
      added: 2,
      matched: 2,
      other: 2,
      conflicts: [],
    });
    expect((await importing(text).expect(200)).body).toMatchObject({ added: 0, matched: 0 });
    expect([await balance(one.id), await balance(other.id)]).toEqual([1_000_000n, 1_000_000n]);
    const seen = await matched();
    expect(seen).toEqual({ count: 2, total: '4000.50' });
    const { rows } = (await get('/collections/transfers?state=waiting').expect(200)).body;
    expect(rows[1]).toMatchObject({ payer: `NIP from ADA OBI ${one.reference}`, collector: 'bank', reference: 'S1' });

    for (const wrong of [
      { count: 1, total: '4000.50' },
      { count: 2, total: '4000.51' },
    ])
      expect((await confirmAll(wrong).expect(409)).body.code).toBe('matched_changed');
    expect((await confirmAll(seen).expect(200)).body).toEqual({
      funded: 2,
      amount: '4000.50',
      asked: 0,
      refused: [],
    } satisfies ConfirmedMatched);
    expect([await balance(one.id), await balance(other.id)]).toEqual([1_150_000n, 1_250_050n]);
    expect((await importing(text).expect(200)).body).toMatchObject({ added: 0 });
    expect((await confirmAll(seen).expect(409)).body.code).toBe('matched_changed');
    expect(await world().recordedOf('a file of our bank')).toMatchObject([
      { action: 'collections.bank_file', userEmail: OPERATOR, after: { rows: 5, added: 2, matched: 2 } },
      { after: { added: 0 } },
      { after: { added: 0 } },
    ]);
    expect(await world().recordedOf(one.name)).toMatchObject([
      { action: 'wallet.fund', note: 'the statement of Friday', after: { reference: 'S1' } },
    ]);
  });

  test('two operators confirm the same list at once: each row funds once', async () => {
    const { id, reference } = await client();
    await importing(csv(row(reference, '100'), row(reference, '200'))).expect(200);
    const seen = await matched();
    const answers = await Promise.all([confirmAll(seen), confirmAll(seen)]);
    expect(answers.map(({ status }) => status).filter((status) => status !== 200 && status !== 409)).toEqual([]);
    expect(await balance(id)).toBe(1_030_000n);
  });

  test('a row that somebody has funded by hand is not listed; one above the limit asks a second operator', async () => {
    const { id, reference } = await client();
    await post(`/accounts/${id}/fund`, { amount: '300', reference: 'by-hand', note: 'x' }).expect(200);
    const text = csv(row(reference, '300', 'BY-HAND'), row(reference, '1500000', 'large'));
    expect((await importing(text).expect(200)).body).toMatchObject({ added: 1 });
    const { body } = await confirmAll(await matched()).expect(200);
    expect(body).toMatchObject({ funded: 0, amount: '0.00', asked: 1, refused: [] });
    expect(await balance(id)).toBe(1_030_000n);
    expect(await world().db.approval.findFirstOrThrow({ where: { state: 'requested' } })).toMatchObject({
      kind: 'fund',
      note: 'the statement of Friday',
    });
  });

  test('what exceeds the cap of the operator stays on the list, and is named', async () => {
    const { id, reference } = await client();
    await world().db.$executeRaw`SELECT dismiss_collection(id, 'of another test') FROM collection`;
    await world().db.$executeRaw`UPDATE money_rule SET daily_cap_kobo = 0`;
    await importing(csv(row(reference, '5', 'over-the-cap'))).expect(200);
    expect((await confirmAll(await matched()).expect(200)).body).toMatchObject({
      funded: 0,
      refused: [{ reference: 'over-the-cap', message: expect.stringContaining('daily cap') }],
    });
    expect([await balance(id), (await matched()).count]).toEqual([1_000_000n, 1]);
  });

  test('what cannot be read is said at the file, and nothing is listed', async () => {
    const before = await world().db.collection.count();
    expect((await importing(csv('yesterday,x,,5,S')).expect(400)).body.fields.file).toContain('"yesterday"');
    expect((await importing('x'.repeat(2 * 1024 * 1024 + 1)).expect(400)).body.fields.text).toContain('at most 2 MiB');
    for (const role of ['owner', 'viewer'] as const)
      await world().call('post', '/api/operator/collections/import', role).send({}).expect(403);
    expect(await world().db.collection.count()).toBe(before);
  });
});
