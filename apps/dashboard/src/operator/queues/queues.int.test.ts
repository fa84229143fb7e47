import { openOperatorWorld } from '../../testing/operator-world';

const { world, get } = openOperatorWorld();

describe('work that piles up unseen', () => {
  test('the jobs of all queues and the backlog of the tables are counted', async () => {
    const { body } = await get('/queues').expect(200);
    expect(body.board).toBe(true);
    expect(body.queues.map(({ name }: { name: string }) => name)).toEqual([
      'airtime',
      'data',
      'webhooks',
      'notifications',
    ]);
    expect(body.queues[0]).toEqual({
      name: 'airtime',
      waiting: 0,
      active: 0,
      delayed: 0,
      failed: 0,
      oldestSeconds: null,
    });
    expect((await get('/backlog').expect(200)).body).toMatchObject({
      open: await world().db.purchase.count({ where: { finalAt: null } }),
      webhooksWaiting: expect.any(Number),
    });
  });

  test('only operators open the queue board; others are refused or sent to sign in', async () => {
    expect((await world().call('get', '/queues/', null).expect(303)).headers.location).toBe('/sign-in');
    await world().call('get', '/queues/', 'owner').expect(403);
    const page = await world().call('get', '/queues/').expect(200);
    expect([
      page.text.includes('Queues'),
      page.headers['content-security-policy']?.includes("frame-ancestors 'none'"),
      page.headers['cache-control'],
    ]).toEqual([true, true, 'no-store']);
    const jobs = await world().call('get', '/queues/api/queues').expect(200);
    expect([jobs.body.queues.length, jobs.headers['cache-control']]).toEqual([4, 'no-store']);
    await world().call('post', '/queues/api/queues').expect(405);
    await world().call('get', '/queues/api/queues', 'member').expect(403);
  });
});
