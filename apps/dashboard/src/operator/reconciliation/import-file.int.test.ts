import { insertSold } from '@topup/testkit';
import { OPERATOR, openOperatorWorld } from '../../testing/operator-world';

const { world, get, post } = openOperatorWorld();
const DAY = '2026-11-20';
const IMPORT = '/reconciliation/import';

const columns = { at: 'Date', amount: 'Amount', direction: 'Type', reference: 'Request ID' };
const csv = (...lines: string[]) => ['Date,Amount,Type,Request ID', ...lines].join('\n');
const body = (own: object = {}) => ({
  provider: 'vtpass',
  text: csv(`${DAY} 09:00:02,105.00,debit,`),
  columns,
  zone: '+01:00',
  since: DAY,
  until: DAY,
  ...own,
});

describe('an operator cannot import the statement of a provider', () => {
  test('only an operator may import, even with a large file', async () => {
    const { call } = world();
    for (const path of [IMPORT, `${IMPORT}/preview`].map((each) => `/api/operator${each}`))
      for (const sent of [body(), body({ text: 'x'.repeat(1_000_000) })]) {
        for (const role of ['owner', 'viewer'] as const)
          expect((await call('post', path, role).send(sent).expect(403)).body).toMatchObject({
            code: 'not_an_operator',
          });
        expect((await call('post', path, null).send(sent).expect(401)).body).toMatchObject({ code: 'signed_out' });
      }
    expect(await world().db.statementPull.count()).toBe(0);
  });

  test('a preview proposes the columns and the range, says what is wrong, and keeps nothing', async () => {
    const text = csv(`${DAY} 09:00:02,105.00,debit,r`);
    expect((await post(`${IMPORT}/preview`, { text, zone: '+01:00' }).expect(200)).body).toEqual({
      headings: ['Date', 'Amount', 'Type', 'Request ID'],
      rows: 1,
      columns,
      faults: [],
      first: [[`${DAY} 09:00:02`, '105.00', 'debit', 'r']],
      since: '2026-11-19T23:00:00.000Z',
      until: '2026-11-20T23:00:00.000Z',
    });
    const wrong = { text, zone: 'Z', columns: { at: 'Date', amount: 'Type' } };
    expect((await post(`${IMPORT}/preview`, wrong).expect(200)).body).toMatchObject({
      since: null,
      until: null,
      faults: ['row 1: its amount "debit" is not naira with at most two decimals'],
    });
    expect(await world().db.statementRow.count()).toBe(0);
  });

  test('a file is kept, compared and recorded; the same file again adds nothing', async () => {
    const { db } = world();
    const account = await world().account();
    await insertSold(db, [{ accountId: account.id, at: new Date(`${DAY}T09:00:00+01:00`), reference: 'sold' }]);
    const { providerRef } = await db.purchase.findFirstOrThrow({ where: { requestRef: 'sold' } });
    const text = csv(`${DAY} 09:00:02,105.00,debit,${providerRef}`);
    expect((await post(IMPORT, body({ text })).expect(200)).body).toEqual({
      rows: 1,
      added: 1,
      known: 0,
      skipped: 0,
      opened: 1,
      cleared: 0,
      open: 1,
    });
    expect((await post(IMPORT, body({ text })).expect(200)).body).toMatchObject({ added: 0, known: 1, opened: 0 });
    const { body: overview } = await get('/reconciliation').expect(200);
    expect(overview).toMatchObject({ importable: ['vtpass'], providers: [{ name: 'vtpass', open: 1 }] });
    const [recorded] = await world().recordedOf('vtpass');
    expect(recorded).toMatchObject({
      action: 'reconciliation.import',
      userEmail: OPERATOR,
      details: { rows: '1', added: '1', skipped: '0', sha256: expect.stringMatching(/^[0-9a-f]{64}$/) },
    });
  });

  test('an import is taken back by its number in the list, once', async () => {
    const text = csv(`${DAY} 09:30:02,7.00,debit,`);
    await post(IMPORT, body({ text })).expect(200);
    const [pull] = (await get('/reconciliation/pulls').expect(200)).body.rows;
    const path = `/reconciliation/imports/${pull.id}/withdraw`;
    expect((await post(path, {}).expect(200)).body).toEqual({ id: pull.id, rows: 1 });
    expect((await post(path, {}).expect(409)).body).toMatchObject({ code: 'not_read' });
    expect((await get('/reconciliation/pulls').expect(200)).body.rows[0]).toMatchObject({ fault: 'withdrawn' });
    for (const id of ['4711', 'x']) await post(`/reconciliation/imports/${id}/withdraw`, {}).expect(404);
    expect((await world().recordedOf('vtpass')).at(-1)).toMatchObject({ action: 'reconciliation.withdraw' });
  });

  test.each([
    [{ provider: 'nobody' }, 'provider', 'There is no provider "nobody"'],
    [{ text: csv(`${DAY} 09:00,-5,debit,`) }, 'file', 'row 1: its amount "-5" has a sign'],
    [{ text: csv('2026-11-25 09:00,5,debit,') }, 'file', 'rows outside the range: 1'],
    [{ text: csv(`${DAY} 09:00,5\u0000,debit,`) }, 'file', 'the control character U+0000'],
    [{ columns: { at: 'When', amount: 'Amount' } }, 'file', 'there is no column "When" (at)'],
    [{ until: '2026-11-19' }, 'until', 'must be after “Complete from”'],
    [{ until: '2099-01-01' }, 'until', 'that is in the future'],
    [{ since: '2026-02-30' }, 'since', 'since must be a day'],
    [{ zone: 'Lagos' }, 'zone', 'zone must be an offset'],
    [{ columns: undefined }, 'columns', 'columns'],
    [{ text: 'x'.repeat(2 * 1024 * 1024 + 1) }, 'text', 'at most 2 MiB'],
  ])('%# what is wrong is said at its field, and nothing is kept', async (own, field, fault) => {
    const before = await world().db.statementPull.count();
    const answer = await post(IMPORT, body(own));
    expect([400, 409]).toContain(answer.status);
    expect(answer.body.fields[field]).toContain(fault);
    expect(await world().db.statementPull.count()).toBe(before);
  });

  test('what is larger than any file is refused with the limit', async () => {
    const { body: answer } = await post(IMPORT, body({ text: 'x'.repeat(6 * 1024 * 1024) })).expect(413);
    expect(answer).toMatchObject({ code: 'too_large', message: 'This is too large. The limit is 5 MiB.' });
    const other = await post('/reconciliation/close', { day: 'x'.repeat(20_000) }).expect(413);
    expect(other.body).toMatchObject({ message: 'This is too large. The limit is 16 KiB.' });
  });
});
