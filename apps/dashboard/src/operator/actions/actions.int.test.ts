import { insertAction, NO_ORIGIN } from '@topup/core/audit';
import { OPERATOR, openOperatorWorld } from '../../testing/operator-world';

const { world, get, post, pages } = openOperatorWorld();

describe('a change without a trace', () => {
  test('an action does not happen when its record cannot be written', async () => {
    const { id, name } = await world().account();
    const nobody = (path: string, body: object) =>
      world().call('post', `/api/operator${path}`, 'operator', '').send(body);
    await nobody(`/accounts/${id}/fund`, { amount: '5', reference: 'x', note: 'x' }).expect(500);
    await nobody(`/accounts/${id}/status`, { status: 'suspended' }).expect(500);
    const reference = await world().buy(id);
    await nobody(`/purchases/${reference}/settle`, { decision: 'refund', note: 'x' }).expect(500);
    expect((await get(`/accounts/${id}`)).body).toMatchObject({ status: 'active', balance: '9900.00' });
    expect(await world().recordedOf(name)).toEqual([]);
    expect((await world().stored(reference)).status).toBe('initiated');
  });

  test('the audit log cannot be changed, deleted or truncated', async () => {
    const { id } = await world().account();
    await post(`/accounts/${id}/status`, { status: 'suspended' }).expect(200);
    await expect(world().db.$executeRaw`UPDATE audit_log SET note = 'x'`).rejects.toThrow('audit_log_is_append_only');
    await expect(world().db.$executeRaw`DELETE FROM audit_log`).rejects.toThrow('audit_log_is_kept');
    await expect(world().db.$executeRaw`TRUNCATE audit_log`).rejects.toThrow('audit_log_is_not_emptied');
  });

  test('the audit log is searched by action, subject and operator, page by page', async () => {
    const { id, name } = await world().account();
    for (let n = 0; n < 50; n += 1)
      await insertAction(
        world().db,
        { kind: 'ops', systemUser: 'ada', as: { userId: 'x', email: 'other@topup.example' } },
        NO_ORIGIN,
        { action: 'wallet.fund', subject: name },
      );
    for (const status of ['suspended', 'active']) await post(`/accounts/${id}/status`, { status });
    const listed = await pages(`/actions?search=${encodeURIComponent(name.toUpperCase())}`);
    expect([listed.pages, listed.rows.length]).toEqual([2, 52]);
    expect(listed.rows[0]).toEqual({
      id: expect.any(String),
      at: expect.any(String),
      kind: 'operator',
      dbRole: expect.stringMatching(/^topup_role_/),
      by: OPERATOR,
      userId: expect.any(String),
      systemUser: null,
      address: expect.stringMatching(/^(127\.0\.0\.1|::1)$/),
      account: { id, name },
      action: 'account.resume',
      subject: name,
      subjectId: null,
      reference: null,
      note: null,
      before: { status: 'suspended' },
      after: { status: 'active' },
      details: {},
      sessionId: expect.any(String),
      requestId: null, // this world has no log of requests
    });
    expect((await get(`/actions?account=${id}&action=account`)).body.rows).toHaveLength(2);
    expect((await get(`/actions?actor=other@topup.example`)).body.rows).toHaveLength(50);
    expect((await get(`/actions?actor=ada&search=${encodeURIComponent(name)}&to=2020-01-01`)).body.rows).toEqual([]);
    expect(
      (await get('/actions?search=account.suspend')).body.rows.every(
        ({ action }: { action: string }) => action === 'account.suspend',
      ),
    ).toBe(true);
    await get('/actions?cursor=WyJ4Il0').expect(400);
  });

  test('the audit log is exported whole, and no cell of it is a formula', async () => {
    const { id, name } = await world().account();
    await post(`/accounts/${id}/fund`, { amount: '5', reference: 'TRF-2', note: 'x;=1+1' }).expect(200);
    for (let n = 0; n < 3; n += 1) await post(`/accounts/${id}/status`, { status: n % 2 ? 'active' : 'suspended' });
    const { text, headers } = await get(`/actions.csv?account=${id}`).expect(200);
    expect(headers['content-disposition']).toMatch(/filename="audit-log-/);
    const [head = '', ...rows] = text.trim().split('\r\n');
    expect(head.split(',').slice(0, 4)).toEqual(['id', 'at', 'kind', 'by']);
    expect(rows).toHaveLength(4);
    expect(rows.at(-1)).toContain(`,wallet.fund,${name},,,x;'=1+1,`);
    await world().call('get', '/api/operator/actions.csv', 'owner').expect(403);
  });
});
