import { newId } from '@topup/core/shared';
import { buyingWorld, csv, line } from '../../testing/buying-world';

const { person, sell, upload } = buyingWorld();

describe('somebody confirms a file, and does not learn what is bought twice by it', () => {
  test('rows that are there twice or were bought lately, and corrected numbers, are pointed out', async () => {
    const me = await person();
    const { body: first } = await upload(me, csv('airtime,mtn,,8031234567,100,', 'airtime,mtn,,08031234567,100,'));
    const noted = (id: string) => me.get(`/buying/batches/${id}/notes`);
    expect(
      (await noted(first.batch.id)).body.map(({ row, field }: { row: number; field: string }) => [row, field]),
    ).toEqual([
      [2, 'phone'],
      [3, 'phone'],
    ]);
    expect(first).toMatchObject({ batch: { state: 'draft', total: '200.00' }, balanceAfter: '99800.00', faults: [] });
    await me.post(`/buying/batches/${first.batch.id}/confirm`, { total: '200' });
    await sell();
    const { body: again } = await upload(me, csv('airtime,mtn,,08031234567,100,'));
    expect((await noted(again.batch.id)).body).toMatchObject([
      { row: 2, reason: expect.stringContaining('last 24 hours') },
    ]);
    expect((await noted(first.batch.id)).body).toEqual([]); // it is no draft any more
    expect((await (await person()).get(`/buying/batches/${again.batch.id}/notes`)).body).toEqual([]);
  });

  test('a file that is uploaded again while it is sold is pointed out row by row', async () => {
    const me = await person();
    const text = csv(line(1), line(2));
    const { id, body } = await upload(me, text);
    await me.post(`/buying/batches/${id}/confirm`, { total: '200' });
    const { id: other } = await upload(me, text);
    const noted = async () => (await me.get(`/buying/batches/${other}/notes`)).body;
    expect(await noted()).toEqual(
      [2, 3].map((row) => ({
        ...{ row, field: 'phone' },
        reason: `The same for this number waits to be bought, as ${body.batch.code}-${row}.`,
      })),
    );
    await me.post(`/buying/batches/${id}/cancel`);
    expect(await noted()).toEqual([]);
  });

  test('of two drafts of one file each names the other, to anyone, until one is over', async () => {
    const [me, stranger] = [await person(), await person()];
    const colleague = await person({ role: 'buyer', accountId: me.accountId });
    const { id: first } = await upload(me, csv(line(1), line(2)), newId(), 'july.csv');
    const { id: second } = await upload(colleague, csv(line(3), line(2)), newId(), 'copy.csv');
    await upload(stranger, csv(line(1), line(2)));
    const noted = async (by: typeof me, id: string) => (await by.get(`/buying/batches/${id}/notes`)).body;
    const inDraft = (row: number, name: string) => [
      { row, field: 'phone', reason: `The same for this number is in another draft, ${name}.` },
    ];
    for (const by of [me, colleague])
      expect([await noted(by, first), await noted(by, second)]).toEqual([
        inDraft(3, 'copy.csv'),
        inDraft(3, 'july.csv'),
      ]);
    await me.post(`/buying/batches/${first}/confirm`, { total: '200' });
    expect(await noted(colleague, second)).toMatchObject([{ row: 3, reason: expect.stringContaining('waits to be') }]);
    await me.post(`/buying/batches/${first}/cancel`);
    expect(await noted(colleague, second)).toEqual([]);
  });
});
