import { openOperatorWorld } from '../../testing/operator-world';

const { world, get } = openOperatorWorld();

describe('work that piles up unseen', () => {
  test('the jobs of all queues and the backlog of the tables are counted', async () => {
    const { body } = await get('/queues').expect(200);
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
});
