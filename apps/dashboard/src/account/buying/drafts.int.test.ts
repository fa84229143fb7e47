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
    const { id: other } = await upload(me, text); // of the answer that was lost
    const noted = async () => (await me.get(`/buying/batches/${other}/notes`)).body;
    expect(await noted()).toEqual([]);
    await me.post(`/buying/batches/${id}/confirm`, { total: '200' });
    expect(await noted()).toEqual(
      [2, 3].map((row) => ({
        ...{ row, field: 'phone' },
        reason: `The same for this number waits to be bought, as ${body.batch.code}-${row}.`,
      })),
    );
    await me.post(`/buying/batches/${id}/cancel`);
    expect(await noted()).toEqual([]);
  });
});
