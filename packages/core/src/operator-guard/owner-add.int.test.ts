import { AS_OPS, fundedAccount, newOperator, switchApprovalsOff, type TestOperator, useDatabase } from '@topup/testkit';
import { newId } from '../shared/ids';
import { addOwner } from '../user/operator.store';
import { disableUser, findUser, insertUser, setPassword } from '../user/user.store';
import { decideApproval } from './decide-approval';
import { guardActorOf } from './guarded-action';
import { requestApproval } from './request-approval';

const database = useDatabase({ max: 8, eachTest: true });
const db = () => database.db;

let ada: TestOperator;
let bola: TestOperator;
let accountId: string;

beforeEach(async () => {
  ada = await newOperator(db());
  bola = await newOperator(db());
  accountId = await fundedAccount(db(), 1_000n);
});

const owner = (email: string, account = accountId) => ({ userId: newId(), accountId: account, name: 'Obi', email });
const add = (email: string, by = guardActorOf(ada.actor), account = accountId) =>
  addOwner(db(), owner(email, account), by);

const NEEDED = { kind: 'approval_needed', limitKobo: null };

describe('an operator makes themself an owner of a client and removes the real one', () => {
  test('the first owner needs no second operator; a further one does, no matter who asks', async () => {
    expect(await add('obi@client.example')).toMatchObject({ kind: 'added' });
    expect(await add('mine@thief.example')).toEqual(NEEDED);
    expect(await add('mine@thief.example', AS_OPS)).toEqual(NEEDED);
    expect(await findUser(db(), { email: 'mine@thief.example' })).toBeNull();
  });

  test('disabling the owner, and giving their address to another account, opens no way', async () => {
    const first = await add('obi@client.example');
    await disableUser(db(), first.kind === 'added' ? first.userId : '');
    expect(await add('mine@thief.example')).toEqual(NEEDED);
    const other = await fundedAccount(db(), 1n);
    expect(await add('obi@client.example', guardActorOf(ada.actor), other)).toMatchObject({ kind: 'added' });
    expect(await add('mine@thief.example')).toEqual(NEEDED);
  });

  test('an owner from before this rule was kept counts too', async () => {
    await insertUser(db(), { accountId, role: 'owner', name: 'Obi', email: 'obi@client.example' });
    expect(await add('mine@thief.example')).toEqual(NEEDED);
  });

  test('of two first owners at the same moment one needs a second operator', async () => {
    const added = await Promise.all([add('one@client.example'), add('two@client.example')]);
    expect(added.map(({ kind }) => kind).sort()).toEqual(['added', 'approval_needed']);
  });

  test('the approver adds the owner, and the owners of before are told', async () => {
    const first = await add('obi@client.example');
    await setPassword(db(), first.kind === 'added' ? first.userId : '', 'scrypt$');
    const step = { kind: 'owner_add', ...owner('Second@Client.example') } as const;
    const asked = await requestApproval(db(), ada, step, 'their accountant');
    const id = 'id' in asked ? asked.id : '';
    const decision = await decideApproval(db(), bola, { id, approve: true, note: null });
    expect(decision).toMatchObject({ kind: 'approved', userId: step.userId });
    expect(await findUser(db(), { id: step.userId })).toMatchObject({ accountId, role: 'owner', invited: true });
    const mails = await db().mail.findMany({ where: { email: 'obi@client.example' } });
    expect(mails.map(({ text }) => text)).toEqual([
      expect.stringContaining('second@client.example was invited to your account as an owner'),
    ]);
  });

  test('an address that somebody has, or an operator had, is refused before anybody is asked', async () => {
    await add('obi@client.example');
    expect(await add('OBI@client.example')).toMatchObject({ kind: 'email_taken' });
    expect(await add(bola.actor.email)).toMatchObject({ kind: 'email_taken' });
  });

  test('with approvals off, and for `ops` while one operator alone can sign in, it needs none', async () => {
    await add('obi@client.example');
    await db().dashboardUser.update({ where: { id: bola.userId }, data: { disabledAt: new Date() } });
    expect(await add('two@client.example')).toEqual(NEEDED);
    expect(await add('two@client.example', AS_OPS)).toMatchObject({ kind: 'added' });
    await switchApprovalsOff(db());
    expect(await add('three@client.example')).toMatchObject({ kind: 'added' });
  });
});
