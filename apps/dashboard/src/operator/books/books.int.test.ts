import { newId } from '@topup/core/shared';
import { eventually } from '@topup/testkit';
import { OPERATOR, openOperatorWorld } from '../../testing/operator-world';

const { world, get, post } = openOperatorWorld();

describe('lost money that nobody finds', () => {
  const finished = async (id: string) =>
    (
      await eventually(
        () => get(`/books/${id}`),
        ({ body }) => body.finishedAt !== null,
      )
    ).body;

  test('the books are verified in the background, and the findings are kept', async () => {
    const [first, second] = await Promise.all([post('/books'), post('/books')]);
    const begun = [first, second].find(({ status }) => status === 202)?.body;
    expect([first.status, second.status].sort()).toEqual([202, 409]);
    expect(begun).toMatchObject({ startedBy: OPERATOR, finishedAt: null, sound: null, broken: [], fault: null });
    const sound = await finished(begun.id);
    expect(sound).toMatchObject({
      sound: true,
      broken: [],
      fault: null,
      totals: { funded: expect.stringMatching(/^\d+\.\d\d$/) },
    });
    expect(sound.findings).toHaveLength(33);

    const { id } = await world().account();
    await world().db.$executeRaw`UPDATE wallet SET balance_kobo = balance_kobo + 500 WHERE account_id = ${id}::uuid`;
    const drifted = await finished((await post('/books').expect(202)).body.id);
    await world().db.$executeRaw`UPDATE wallet SET balance_kobo = balance_kobo - 500 WHERE account_id = ${id}::uuid`;
    expect(drifted).toMatchObject({ sound: false, broken: expect.arrayContaining(['A01', 'X04']) });
    expect(drifted.findings[0]).toMatchObject({
      id: 'A01',
      count: 1,
      rows: [{ accountId: id, balance: '10005.00', ledger: '10000.00' }],
    });
    expect((await get('/books')).body.rows.slice(0, 2)).toMatchObject([
      { id: drifted.id, sound: false },
      { id: begun.id, sound: true },
    ]);
    expect((await get('/overview')).body.books).toBeDefined();
    expect((await world().recordedOf('the books')).map(({ action }) => action)).toEqual([
      'books.verify',
      'books.verify',
    ]);
    await expect(world().db.$executeRaw`UPDATE books_check SET sound = true WHERE sound = false`).rejects.toThrow(
      'books_check_stays',
    );
    await get('/books/nothing').expect(404);
    await get('/books/0199f3a2-7c1e-7b60-9d3e-0123456789ab').expect(404);
    await get('/books?cursor=x').expect(400);
  });

  test('a verification whose process died is shown as lost, and the next one can begin', async () => {
    const id = newId();
    await world().db
      .$executeRaw`INSERT INTO books_check (id, started_by, seen_at) VALUES (${id}::uuid, 'x', now() - interval '61 seconds')`;
    expect((await get(`/books/${id}`)).body).toMatchObject({
      sound: null,
      finishedAt: expect.any(String),
      fault: expect.stringContaining('ended before the check had finished'),
    });
    const next = (await post('/books').expect(202)).body;
    expect((await finished(next.id)).sound).toBe(true);
    expect(await world().db.booksCheck.count({ where: { finishedAt: null } })).toBe(0);
  });

  test('a verification stopped with its process is shown as ended, and its late end changes nothing', async () => {
    const { id } = (await post('/books').expect(202)).body;
    await world().runs.stop();
    expect((await get(`/books/${id}`)).body).toMatchObject({ finishedAt: expect.any(String) });
    await world().runs.idle();
    expect((await get(`/books/${id}`)).body.finishedAt).not.toBeNull();
  });
});
