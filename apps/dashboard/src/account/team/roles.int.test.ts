import { memberRoles } from '@topup/core/user';
import type { TeamMember } from '@topup/dashboard-contract';
import express from 'express';
import request from 'supertest';
import type { SignedIn } from '../../auth/signed-in';
import { openOperatorWorld } from '../../testing/operator-world';
import { signedInUser } from '../../testing/signed-in-user';
import { wholeApi } from '../../testing/whole-api';

const { world } = openOperatorWorld();

const as = (me: SignedIn) =>
  request(
    express().use(
      '/api',
      wholeApi(world(), async () => me),
    ),
  );

async function team() {
  const { id: accountId } = await world().account();
  const [owner, colleague] = [
    await signedInUser(world().db, { role: 'owner', accountId }),
    await signedInUser(world().db, { role: 'viewer', accountId }),
  ];
  const setRole = (me: SignedIn, { userId }: SignedIn, role: string) =>
    as(me).post(`/api/team/${userId}/role`).send({ role });
  const invite = (me: SignedIn, name: string, role: string) =>
    as(me)
      .post('/api/team')
      .send({ name, role, email: `${name}-${accountId}@x.example` });
  const roles = async () =>
    Object.fromEntries(((await as(owner).get('/api/team')).body as TeamMember[]).map(({ id, role }) => [id, role]));
  return { accountId, owner, colleague, setRole, invite, roles };
}

describe('a user gets a role that no owner gave them', () => {
  test('an owner invites an owner, a buyer and a viewer; a page of before says member', async () => {
    const { owner, invite, roles } = await team();
    for (const [word, role] of Object.entries({ owner: 'owner', buyer: 'buyer', viewer: 'viewer', member: 'viewer' })) {
      const { status, body } = await invite(owner, word, word);
      expect([status, body.user.role]).toEqual([201, role]);
      expect((await roles())[body.user.id]).toBe(role);
      expect(await world().recordedOf(body.user.email)).toMatchObject([{ action: 'user.invite', after: { role } }]);
    }
    const wrong = await invite(owner, 'x', 'operator');
    expect([wrong.status, wrong.body.fields]).toEqual([400, { role: 'Role must be owner, buyer or viewer' }]);
  });

  test('each change from one role to another is stored, recorded and told to the owners', async () => {
    const { owner, colleague, setRole, roles } = await team();
    await world().db.dashboardCredential.create({
      data: {
        id: owner.userId,
        userId: owner.userId,
        providerId: 'credential',
        accountId: owner.userId,
        password: 'x',
      },
    });
    const steps = ['buyer', 'owner', 'buyer', 'viewer', 'owner', 'member'] as const;
    for (const step of steps) {
      expect((await setRole(owner, colleague, step)).status).toBe(200);
      expect((await roles())[colleague.userId]).toBe(step === 'member' ? 'viewer' : step);
    }
    const moves = (await world().recordedOf(colleague.email)).map(({ before, after }) => [before, after]);
    const role = (word: string) => ({ role: word === 'member' ? 'viewer' : word });
    expect(moves).toEqual(steps.map((step, n) => [role(steps[n - 1] ?? 'viewer'), role(step)]));
    const told = await world().db.mail.findMany({ where: { email: owner.email }, orderBy: { createdAt: 'asc' } });
    expect(told.map(({ text }) => /is now (.*) of your account/.exec(text)?.[1])).toEqual([
      'a buyer',
      'an owner',
      'a buyer',
      'a viewer',
      'an owner',
      'a viewer',
    ]);
  });

  test('neither a buyer nor a viewer changes the team, not even their own role', async () => {
    const { owner, colleague, setRole, invite, roles, accountId } = await team();
    const buyer = await signedInUser(world().db, { role: 'buyer', accountId });
    const before = await roles();
    for (const me of [buyer, colleague]) {
      for (const role of memberRoles) expect((await setRole(me, me, role)).body.code).toBe('not_an_owner');
      expect((await setRole(me, owner, 'viewer')).body.code).toBe('not_an_owner');
      expect((await invite(me, 'x', 'viewer')).body.code).toBe('not_an_owner');
    }
    expect(await roles()).toEqual(before);
  });

  test('the last owner becomes neither buyer nor viewer, even beside a buyer', async () => {
    const { owner, colleague, setRole, roles } = await team();
    await setRole(owner, colleague, 'buyer');
    for (const role of ['buyer', 'viewer', 'member'])
      expect((await setRole(owner, owner, role)).body).toMatchObject({ code: 'last_owner' });
    expect((await as(owner).post(`/api/team/${owner.userId}/remove`)).body).toMatchObject({ code: 'last_owner' });
    expect((await roles())[owner.userId]).toBe('owner');
    await setRole(owner, colleague, 'owner');
    expect((await setRole(owner, owner, 'buyer')).status).toBe(200);
    expect((await roles())[owner.userId]).toBe('buyer');
  });

  test('each learns at /me what they may do', async () => {
    const { owner, colleague, accountId } = await team();
    const buyer = await signedInUser(world().db, { role: 'buyer', accountId });
    const rights = async (me: SignedIn) => (await as(me).get('/api/me')).body.rights;
    expect(await rights(colleague)).toEqual(['read', 'claim', 'events', 'test']);
    expect(await rights(buyer)).toEqual(['read', 'claim', 'events', 'test', 'buy']);
    expect(await rights(owner)).toEqual([
      'read',
      'claim',
      'events',
      'test',
      'buy',
      'activity',
      'keys',
      'webhook',
      'money',
      'settings',
      'team',
    ]);
  });
});
