import { disableOperator, insertUser } from '@topup/core/user';
import { AS_OPS, newOperator, switchApprovalsOff } from '@topup/testkit';
import { openOperatorWorld } from '../../testing/operator-world';

const { world, get, post } = openOperatorWorld();

describe('a user who gets in without a trace', () => {
  test('an invitation, a new link and a disabled user are audited', async () => {
    const { id } = await world().account();
    const { body } = await post(`/accounts/${id}/users`, {
      name: 'Ada Obi',
      email: 'Ada@Client.example',
      role: 'owner',
    }).expect(201);
    expect(body).toMatchObject({
      user: { name: 'Ada Obi', email: 'ada@client.example', role: 'owner', invited: true },
      link: expect.stringMatching(/^https:\/\/dashboard\.example\/set-password\?token=/),
    });
    const taken = await post(`/accounts/${id}/users`, {
      name: 'Other',
      email: 'ada@client.example',
      role: 'viewer',
    }).expect(409);
    expect(taken.body).toMatchObject({ code: 'email_taken', fields: { email: expect.any(String) } });
    expect((await get(`/accounts/${id}`)).body.users).toEqual([body.user]);
    const { link } = (await post(`/users/${body.user.id}/link`).expect(200)).body;
    expect(link).not.toBe(body.link);
    await post(`/users/${body.user.id}/disable`).expect(200);
    expect((await get(`/accounts/${id}`)).body.users).toEqual([]);
    for (const path of ['link', 'disable']) await post(`/users/${body.user.id}/${path}`).expect(404);
    const recorded = await world().recordedOf('ada@client.example');
    expect(recorded.map(({ action }) => action)).toEqual(['user.invite', 'user.link', 'user.disable']);
    expect(JSON.stringify(recorded)).not.toContain('token=');
    const bad = await post(`/accounts/${id}/users`, { name: '', email: 'x', role: 'operator' }).expect(400);
    expect(Object.keys(bad.body.fields)).toEqual(['name', 'email', 'role']);
    // who spends the money of an account, only its owners say
    const buyer = await post(`/accounts/${id}/users`, { name: 'B', email: 'b@own.example', role: 'buyer' }).expect(400);
    expect(buyer.body.fields).toEqual({ role: 'Role must be owner or viewer' });
    await post('/accounts/0199f3a2-7c1e-7b60-9d3e-0123456789ab/users', {
      name: 'x',
      email: 'x@y.example',
      role: 'owner',
    }).expect(404);
  });

  test('an owner of an account that has one is invited by two operators', async () => {
    const { id } = await world().account();
    const invite = (name: string, more = {}) =>
      post(`/accounts/${id}/users`, { name, email: `${name}@own.example`, role: 'owner', ...more });
    const { body } = await invite('first').expect(201);
    expect((await invite('second').expect(409)).body.code).toBe('approval_needed');
    await post(`/accounts/${id}/users`, { name: 'm', email: 'm@own.example', role: 'viewer' }).expect(201);
    const { approval } = (await invite('second', { approvalNote: 'the accountant' }).expect(202)).body;
    const asked = (await get(`/approvals/${approval.id}`)).body;
    expect(asked).toMatchObject({ kind: 'owner_add', account: { id }, operator: { email: 'second@own.example' } });
    await world().postAs('other-approver@topup.example', `/approvals/${approval.id}/approve`).expect(200);
    const users: { email: string }[] = (await get(`/accounts/${id}`)).body.users;
    expect(users.map(({ email }) => email)).toEqual([body.user.email, 'm@own.example', 'second@own.example']);
  });

  test('who was an operator is not invited to an account: the address stays taken', async () => {
    const { id } = await world().account();
    const { userId, actor } = await newOperator(world().db);
    await switchApprovalsOff(world().db);
    await disableOperator(world().db, userId, AS_OPS);
    const again = { name: 'Ada', email: actor.email, role: 'viewer' };
    expect((await post(`/accounts/${id}/users`, again).expect(409)).body.code).toBe('email_taken');
  });

  test('no operator can get a link for another operator', async () => {
    const user = await insertUser(world().db, {
      accountId: null,
      role: 'operator',
      name: 'Other',
      email: 'other-operator@topup.example',
    });
    if (user.kind !== 'inserted') throw new Error(user.kind);
    for (const path of ['link', 'disable'])
      expect((await post(`/users/${user.id}/${path}`).expect(403)).body.code).toBe('is_an_operator');
    expect(await world().recordedOf(user.email)).toEqual([]);
  });
});
