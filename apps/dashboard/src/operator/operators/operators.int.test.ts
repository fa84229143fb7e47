import { linkDigest } from '@topup/core/user';
import type { OperatorLink, OperatorRow } from '@topup/dashboard-contract';
import { OPERATOR, openOperatorWorld } from '../../testing/operator-world';
import { enrolFactor, signedInUser } from '../../testing/signed-in-user';

const { world, get, post } = openOperatorWorld();

const BOLA = 'bola@topup.example';
const approve = (id: string, by = BOLA) => world().postAs(by, `/approvals/${id}/approve`);
const operator = (email: string) => signedInUser(world().db, { role: 'operator', accountId: null, email });
const tokenOf = ({ link }: OperatorLink) => new URL(link ?? '').searchParams.get('token') ?? '';
const links = (userId: string) => world().db.dashboardLink.findMany({ where: { userId } });

async function listed(email: string): Promise<OperatorRow | undefined> {
  return ((await get('/operators').expect(200)).body as OperatorRow[]).find((row) => row.email === email);
}

describe('one operator makes or ends another alone', () => {
  test('a new operator signs in only after a second operator has approved', async () => {
    const person = { name: 'Chi', email: 'Chi@topup.example' };
    expect((await post('/operators', person).expect(409)).body.code).toBe('approval_needed');
    const { body } = await post('/operators', { ...person, approvalNote: 'joins support' }).expect(202);
    const token = tokenOf(body);
    expect(await listed('chi@topup.example')).toBeUndefined();
    expect(await world().db.dashboardLink.count({ where: { digest: new Uint8Array(linkDigest(token)) } })).toBe(0);
    await approve(body.approval.id).expect(200);
    expect(await listed('chi@topup.example')).toMatchObject({ name: 'Chi', invited: true, usedToday: '0.00' });
    expect(await world().db.dashboardLink.count({ where: { digest: new Uint8Array(linkDigest(token)) } })).toBe(1);
    const taken = await post('/operators', { ...person, approvalNote: 'x' }).expect(409);
    expect(taken.body).toMatchObject({ code: 'email_taken', fields: { email: expect.any(String) } });
    expect((await post('/operators', { name: '', email: 'x' }).expect(400)).body.fields).toHaveProperty('email');
  });

  test('the link of an operator works from the approval on; the same request again shows no second link', async () => {
    const { userId } = await operator('lost@topup.example');
    const { body } = await post(`/operators/${userId}/link`, { approvalNote: 'lost the password' }).expect(202);
    const again = await post(`/operators/${userId}/link`, { approvalNote: 'again' }).expect(202);
    expect(again.body).toMatchObject({ link: null, approval: { id: body.approval.id, before: true } });
    expect(await links(userId)).toEqual([]);
    await approve(body.approval.id).expect(200);
    expect((await links(userId)).map(({ digest }) => Buffer.from(digest))).toEqual([linkDigest(tokenOf(body))]);
  });

  test('two operators, neither of them concerned, reset a factor and disable an operator', async () => {
    const email = 'leaves@topup.example';
    const them = await operator(email);
    const note = { approvalNote: 'has left' };
    expect((await post(`/operators/${them.userId}/factor-reset`, note).expect(409)).body.code).toBe('no_two_factor');
    await enrolFactor(world().db, them);
    const reset = await post(`/operators/${them.userId}/factor-reset`, note).expect(202);
    await approve(reset.body.approval.id).expect(200);
    expect((await listed(email))?.twoFactor).toBe(false);

    const { body } = await post(`/operators/${them.userId}/disable`, note).expect(202);
    expect((await get(`/approvals/${body.approval.id}`)).body).toMatchObject({ operator: { email }, amount: null });
    expect((await approve(body.approval.id, email).expect(409)).body.code).toBe('about_decider');
    expect(await listed(email)).toBeDefined();
    await approve(body.approval.id).expect(200);
    expect(await listed(email)).toBeUndefined();
    for (const path of ['link', 'factor-reset', 'disable'])
      await post(`/operators/${them.userId}/${path}`, note).expect(404);
    expect(await world().recordedOf(email)).toMatchObject([
      { action: 'factor.reset', userEmail: BOLA },
      { action: 'user.disable', userEmail: BOLA },
    ]);
  });

  test('with approvals off one operator does each alone', async () => {
    await world().db.moneyRule.updateMany({ data: { approvals: 'off' } });
    const { userId } = await operator('off@topup.example');
    await enrolFactor(world().db, { ...(await operator('off@topup.example')), userId });
    const added = await post('/operators', { name: 'Dan', email: 'dan@topup.example' }).expect(201);
    expect(added.body).toMatchObject({ link: expect.stringContaining('/set-password?token='), approval: null });
    expect((await post(`/operators/${userId}/link`).expect(201)).body.approval).toBeNull();
    await post(`/operators/${userId}/factor-reset`).expect(200);
    await post(`/operators/${userId}/disable`).expect(200);
    expect((await world().recordedOf('off@topup.example')).map(({ action, userEmail }) => [action, userEmail])).toEqual(
      [
        ['user.link', OPERATOR],
        ['factor.reset', OPERATOR],
        ['user.disable', OPERATOR],
      ],
    );
    await world().db.moneyRule.updateMany({ data: { approvals: 'required' } });
  });
});
