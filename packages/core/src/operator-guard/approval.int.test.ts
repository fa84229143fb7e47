import {
  AS_OPS,
  eventually,
  fundedAccount,
  newOperator,
  switchApprovalsOff,
  type TestOperator,
  useDatabase,
} from '@topup/testkit';
import { listActions } from '../audit/action.store';
import { type By, NO_ORIGIN } from '../audit/actor';
import { expectSoundBooks } from '../testing/books';
import { disableOperator } from '../user/operator.store';
import { fundWallet, getWalletBalance } from '../wallet/wallet.store';
import { countOpenApprovals, findApproval, listApprovals } from './approval.store';
import { decideApproval } from './decide-approval';
import { guardActorOf } from './guarded-action';
import { cancelApproval, requestApproval } from './request-approval';

const database = useDatabase({ max: 8, eachTest: true, beforeDrop: ({ db }) => expectSoundBooks(db) });
const db = () => database.db;

const opsAs = ({ userId, actor: { email } }: TestOperator): By => ({
  actor: { kind: 'ops', systemUser: 'root', as: { userId, email } },
  origin: NO_ORIGIN,
});
const LARGE = 150_000_000n; // NGN 1,500,000

let ada: TestOperator;
let bola: TestOperator;
let accountId: string;

beforeEach(async () => {
  ada = await newOperator(db());
  bola = await newOperator(db());
  accountId = await fundedAccount(db(), 1_000n);
});

const funding = (amountKobo = LARGE) => ({ kind: 'fund' as const, accountId, amountKobo, reference: 'bank 1' });

async function request(by: By = ada, step = funding()): Promise<string> {
  const outcome = await requestApproval(db(), by, step, 'a large client');
  if (outcome.kind !== 'requested') throw new Error(outcome.kind);
  return outcome.id;
}
const decide = (id: string, by: TestOperator = bola, approve = true) =>
  db().$transaction((tx) => decideApproval(tx, by, { id, approve, note: null }));
const balance = () => getWalletBalance(db(), accountId);

/** A request is as old as the clock says, so its row is moved into the past by the owner of the table. */
async function age(id: string, interval: string): Promise<void> {
  await db().$executeRaw`ALTER TABLE approval DISABLE TRIGGER approval_is_decided_once`;
  await db().$executeRaw`
    UPDATE approval SET requested_at = requested_at - ${interval}::text::interval,
                        expires_at = expires_at - ${interval}::text::interval WHERE id = ${id}::uuid`;
  await db().$executeRaw`ALTER TABLE approval ENABLE TRIGGER approval_is_decided_once`;
}

describe('one person moves a large amount alone', () => {
  test('above the limit nothing is funded; the second operator who approves it funds it', async () => {
    expect(await fundWallet(db(), funding(), guardActorOf(ada.actor))).toEqual({
      kind: 'approval_needed',
      limitKobo: 100_000_000n,
    });
    expect(await balance()).toBe(1_000n);
    const id = await request();
    expect(await countOpenApprovals(db(), bola.userId)).toBe(1);
    expect(await countOpenApprovals(db(), ada.userId)).toBe(0);
    expect(await decide(id)).toEqual({ kind: 'approved', eventId: null, notificationId: null, userId: null });
    expect(await balance()).toBe(LARGE + 1_000n);
    expect(await findApproval(db(), id)).toMatchObject({
      kind: 'fund',
      state: 'approved',
      requester: ada.actor.email,
      decider: bola.actor.email,
      amountKobo: LARGE,
      reference: 'bank 1',
      accountId,
    });
  });

  test('up to the limit no second operator is needed', async () => {
    const actor = guardActorOf(ada.actor);
    expect(await fundWallet(db(), funding(100_000_000n), actor)).toMatchObject({ kind: 'funded' });
  });

  test('request, approval and funding are recorded, and the other operators are sent a mail', async () => {
    const id = await request();
    await decide(id);
    const actions = await listActions(db(), {}, { limit: 10 });
    expect(actions.map(({ action, userId }) => [action, userId])).toEqual([
      ['wallet.fund', bola.userId],
      ['approval.approve', bola.userId],
      ['approval.request', ada.userId],
    ]);
    expect(actions[0]).toMatchObject({ accountId, details: { approval: id } });
    const mails = await db().mail.findMany();
    expect(mails.map(({ userId }) => userId)).toEqual([bola.userId]);
    expect(mails[0]?.text).toContain('with NGN 1500000.00, reference "bank 1"');
  });

  test('who asked cannot approve, nor whom `ops` acted for, nor whom it is about', async () => {
    expect(await decide(await request(), ada)).toEqual({ kind: 'own_request' });
    const behalf = await request(opsAs(ada), { ...funding(), reference: 'bank 2' });
    expect(await decide(behalf, ada)).toEqual({ kind: 'own_request' });
    const about = await requestApproval(db(), opsAs(ada), { kind: 'operator_disable', userId: bola.userId }, 'left');
    expect(await decide('id' in about ? about.id : '', bola)).toEqual({ kind: 'about_decider' });
    expect(await balance()).toBe(1_000n);
  });

  test('`ops` asks for an operator, who is sent a mail that it was asked in their name', async () => {
    await db().$executeRaw`DELETE FROM mail`;
    await request(opsAs(ada));
    const mails = await db().mail.findMany({ orderBy: { userId: 'asc' } });
    expect(mails.map(({ userId }) => userId)).toEqual([ada.userId, bola.userId].sort());
    expect(mails[0]?.text).toContain(`ops (${ada.actor.email}) asks for your approval`);
    const nobody: By = { actor: { kind: 'ops', systemUser: 'root', as: null }, origin: NO_ORIGIN };
    await expect(request(nobody)).rejects.toThrow('not_an_operator');
  });

  test.each([
    ['a session that proved it six minutes ago', { proved: '6 minutes' }, 'factor_stale'],
    ['a session that never proved one', { proved: null }, 'factor_stale'],
    ['a factor enrolled after the request', { enrolled: '-1 minute' }, 'factor_too_young'],
    ['no factor', { enrolled: null }, 'factor_too_young'],
  ] as const)('%s does not decide', async (_what, factor, refusal) => {
    const id = await request();
    const chidi = await newOperator(db(), factor);
    expect(await decide(id, chidi)).toEqual({ kind: refusal });
    expect(await decide(id, chidi, false)).toEqual({ kind: refusal });
    expect(await findApproval(db(), id)).toMatchObject({ state: 'requested' });
  });

  test('neither a session that ended, nor the session of somebody else, nor a disabled operator decides', async () => {
    const id = await request();
    const chidi = await newOperator(db());
    expect(await decide(id, { ...bola, actor: { ...bola.actor, sessionId: chidi.sessionId } })).toEqual({
      kind: 'not_an_operator',
    });
    await switchApprovalsOff(db());
    await disableOperator(db(), chidi.userId, AS_OPS);
    expect(await decide(id, chidi)).toEqual({ kind: 'not_an_operator' });
  });

  test('after 24 hours it is expired, no matter who decides', async () => {
    const id = await request();
    await age(id, '24 hours 1 second');
    expect(await decide(id)).toEqual({ kind: 'approval_expired' });
    expect(await findApproval(db(), id)).toMatchObject({ state: 'expired' });
    expect(await countOpenApprovals(db(), bola.userId)).toBe(0);
    expect(await balance()).toBe(1_000n);
    expect((await requestApproval(db(), ada, funding(), 'again')).kind).toBe('requested');
  });

  test('one minute before it expires it can still be approved', async () => {
    const id = await request();
    await age(id, '23 hours 59 minutes');
    expect(await decide(id)).toMatchObject({ kind: 'approved' });
  });

  test('two who decide at the same moment do it once', async () => {
    const chidi = await newOperator(db());
    const id = await request();
    const outcomes = await Promise.all([decide(id, bola), decide(id, chidi), decide(id, chidi, false)]);
    expect(outcomes.filter(({ kind }) => kind !== 'approval_decided')).toHaveLength(1);
    expect([1_000n, LARGE + 1_000n]).toContain(await balance());
    expect(await db().ledgerEntry.count({ where: { accountId, reference: 'bank 1' } })).toBeLessThan(2);
  });

  test('who asked for something waits for nobody who decides on it', async () => {
    const chidi = await newOperator(db());
    const asked = await requestApproval(db(), ada, { kind: 'operator_disable', userId: bola.userId }, 'left');
    const id = 'id' in asked ? asked.id : asked.kind;
    await db().$transaction(async (tx) => {
      await decideApproval(tx, chidi, { id, approve: true, note: null });
      expect(await decide(id, ada, false)).toEqual({ kind: 'own_request' });
    });
    expect(await findApproval(db(), id)).toMatchObject({ state: 'approved' });
  });

  test('somebody who declines what is about them, again and again, does not stop it', async () => {
    const chidi = await newOperator(db());
    const asked = await requestApproval(db(), ada, { kind: 'operator_disable', userId: bola.userId }, 'left');
    const id = 'id' in asked ? asked.id : asked.kind;
    await db()
      .$transaction(async (tx) => {
        // as each request of the console does
        await tx.$queryRaw`SELECT FROM dashboard_user WHERE id = ${bola.userId}::uuid FOR SHARE`;
        const approved = decide(id, chidi);
        await eventually(
          () => db().$queryRaw<unknown[]>`
            SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
          ({ length }) => length > 0,
        );
        expect(await decideApproval(tx, bola, { id, approve: false, note: null })).toEqual({ kind: 'about_decider' });
        return { approved };
      })
      .then(async ({ approved }) => expect(await approved).toMatchObject({ kind: 'approved' }));
  });

  test('of two who disable each other at the same moment one is disabled', async () => {
    const chidi = await newOperator(db());
    const ids = [];
    for (const { userId } of [ada, bola]) {
      const asked = await requestApproval(db(), chidi, { kind: 'operator_disable', userId }, 'left');
      ids.push('id' in asked ? asked.id : asked.kind);
    }
    const [first = '', second = ''] = ids;
    const outcomes = await Promise.all([decide(first, bola), decide(second, ada)]);
    expect(outcomes.map(({ kind }) => kind).sort()).toEqual(['approved', 'not_an_operator']);
  });

  test('a declined or cancelled request is done by nobody', async () => {
    const declined = await request();
    expect(await decide(declined, bola, false)).toEqual({ kind: 'declined' });
    expect(await decide(declined)).toEqual({ kind: 'approval_decided', state: 'declined' });
    const cancelled = await request();
    expect(await cancelApproval(db(), bola, cancelled)).toEqual({ kind: 'not_your_request' });
    expect(await cancelApproval(db(), ada, cancelled)).toEqual({ kind: 'cancelled' });
    expect(await decide(cancelled)).toEqual({ kind: 'approval_decided', state: 'cancelled' });
    expect(await balance()).toBe(1_000n);
  });

  test('the same asked twice is one request', async () => {
    const id = await request();
    expect(await requestApproval(db(), ada, funding(), 'again')).toMatchObject({ kind: 'requested_before', id });
    expect(await listApprovals(db(), { open: true, limit: 10 })).toHaveLength(1);
  });
});

describe('an approval does something else than what was approved', () => {
  const use = (id: string, { amountKobo = LARGE, reference = 'bank 1', actor = ada.userId } = {}) =>
    db().$queryRaw<{ outcome: string }[]>`
      SELECT outcome FROM fund_wallet(${accountId}::uuid, ${amountKobo}::bigint, ${reference}, ${actor}, ${id}::uuid)`;

  test('a request that nobody approved is none, and one that was approved is used', async () => {
    const id = await request();
    expect(await use(id)).toEqual([{ outcome: 'approval_not_valid' }]);
    await decide(id);
    expect(await use(id, { reference: 'bank 2' })).toEqual([{ outcome: 'approval_not_valid' }]);
  });

  test('another amount, reference, kind or actor is not what was approved', async () => {
    const id = await request();
    // as decide_approval leaves it within its transaction, before the step
    await db().$executeRaw`
      UPDATE approval SET state = 'approved', decided_by = ${bola.userId}::uuid, decided_at = now()
       WHERE id = ${id}::uuid`;
    expect(await use(id, { amountKobo: LARGE + 1n })).toEqual([{ outcome: 'approval_not_valid' }]);
    expect(await use(id, { reference: 'bank 2' })).toEqual([{ outcome: 'approval_not_valid' }]);
    expect(await use(id, { actor: 'ops' })).toEqual([{ outcome: 'approval_not_valid' }]);
    const [limits] = await db().$queryRaw<{ outcome: string }[]>`
      SELECT outcome FROM change_limits(1, 1, ${ada.userId}, ${id}::uuid)`;
    expect(limits?.outcome).toBe('approval_not_valid');
    await age(id, '25 hours');
    expect(await use(id)).toEqual([{ outcome: 'approval_not_valid' }]);
  });

  test('what cannot be done leaves the request open and nothing half done', async () => {
    const id = await request();
    await switchApprovalsOff(db());
    await fundWallet(db(), funding(5n), guardActorOf(bola.actor)); // the reference is used now
    expect(await decide(id)).toEqual({ kind: 'approval_not_done', why: 'reference_used' });
    expect(await findApproval(db(), id)).toMatchObject({ state: 'requested', decidedAt: null });
    expect(await balance()).toBe(1_005n);
    expect((await listActions(db(), { action: 'approval.approve' }, { limit: 1 })).length).toBe(0);
  });

  test('the request of an operator who was disabled since is not carried out', async () => {
    const id = await request();
    await switchApprovalsOff(db());
    await disableOperator(db(), ada.userId, AS_OPS);
    expect(await decide(id)).toEqual({ kind: 'approval_not_done', why: 'not_an_operator' });
    expect(await balance()).toBe(1_000n);
  });
});
