import { randomUUID } from 'node:crypto';
import { AS_OPS, grantedRole, testPool, useDatabase } from '@topup/testkit';
import { createAccount } from '../account/account.store';
import { accountActions } from '../account/account-actions';
import { insertAction, type NewAction } from '../audit/action.store';
import { NO_ORIGIN } from '../audit/actor';
import type { Db } from '../shared/db';
import {
  disableUser,
  findUser,
  insertUser,
  removeMember,
  setMemberRole,
  setPassword,
  type User,
  type UserRole,
} from '../user/user.store';
import { userActions } from '../user/user-actions';
import { mailNewDevice } from './letters';
import { deleteOldMails, dueMails, enqueueMail } from './mail.store';
import { type MailDeps, sendMail } from './send-mail';

const database = useDatabase({ max: 8 });
const MAIL = { userId: null, email: 'ada@client.example', subject: 'News', text: 'Hello' };
const RETRIES_MS = [10_000, 60_000, 600_000, 3_600_000, 21_600_000];

/** A worker whose mail server does this with each mail. */
function workerWith(accept: () => Promise<void> = async () => undefined) {
  const sent: { to: string; subject: string; text: string; date: Date }[] = [];
  const logged: { level: string; fields: object | undefined }[] = [];
  const say = (level: string) => (_: string, fields?: object) => logged.push({ level, fields });
  const mailer: MailDeps['mailer'] = {
    send: async (mail) => {
      await accept();
      sent.push(mail);
    },
  };
  const deps: MailDeps = {
    db: database.db,
    log: { info: say('info'), warn: say('warn'), error: say('error') },
    mailer,
  };
  return { deps, sent, logged };
}

const due = async (limit = 100) => (await dueMails(database.db, { limit, except: [] })).map(({ id }) => id);

async function queued(): Promise<string> {
  await enqueueMail(database.db, MAIL);
  return (await due()).at(-1) ?? '';
}

const stored = (id: string) => database.db.mail.findUniqueOrThrow({ where: { id } });
const makeDue = (id: string) =>
  database.db.$executeRaw`UPDATE mail SET next_attempt_at = now() - interval '1 s' WHERE id = ${id}::uuid`;

describe('a user is not told what they must know', () => {
  test('a mail is sent once, with the time at which it was written, however many ask for it', async () => {
    const id = await queued();
    const { deps, sent } = workerWith();
    await Promise.all(Array.from({ length: 6 }, () => sendMail(deps, id)));
    expect(sent).toEqual([{ to: MAIL.email, subject: 'News', text: 'Hello', date: (await stored(id)).createdAt }]);
    expect(await stored(id)).toMatchObject({ state: 'sent', attempts: 1, finishedAt: expect.any(Date) });
  });

  test('it is tried again five times, ever later, and is then given up with an alert', async () => {
    const id = await queued();
    const { deps, logged } = workerWith(() => Promise.reject(new Error('550 no such mailbox')));
    for (const [n, retryMs] of RETRIES_MS.entries()) {
      const before = Date.now();
      await sendMail(deps, id);
      const { attempts, error, nextAttemptAt } = await stored(id);
      expect([attempts, error]).toEqual([n + 1, '550 no such mailbox']);
      expect(Math.abs((nextAttemptAt?.getTime() ?? 0) - before - retryMs)).toBeLessThan(5_000);
      await sendMail(deps, id); // not due
      await makeDue(id);
    }
    await sendMail(deps, id);
    expect(await stored(id)).toMatchObject({ state: 'failed', attempts: 6, nextAttemptAt: null });
    expect(logged.map(({ level }) => level)).toEqual([...RETRIES_MS.map(() => 'warn'), 'error']);
    expect(logged.at(-1)?.fields).toMatchObject({ alert: 'mail', mail: id });
    expect(JSON.stringify(logged)).not.toContain(MAIL.email);
  });

  test('it is sent again when its worker died while sending, and not before a minute', async () => {
    const id = await queued();
    let accept = (): void => undefined;
    const dying = workerWith(
      () =>
        new Promise((resolve) => {
          accept = resolve;
        }),
    );
    const never = sendMail(dying.deps, id);
    const other = workerWith();
    while ((await stored(id)).attempts === 0);
    await sendMail(other.deps, id);
    expect(other.sent).toEqual([]);
    await makeDue(id);
    await sendMail(other.deps, id);
    expect(other.sent).toHaveLength(1);
    accept();
    await never;
    expect((await stored(id)).state).toBe('sent');
  });

  test('without a mail server it ends as skipped, and is not tried again', async () => {
    const id = await queued();
    await sendMail({ ...workerWith().deps, mailer: null }, id);
    expect(await stored(id)).toMatchObject({ state: 'skipped', nextAttemptAt: null });
    expect(await due()).not.toContain(id);
  });

  test('a mail that ended a month ago is deleted; one that waits is not', async () => {
    const [old, waiting] = [await queued(), await queued()];
    await sendMail(workerWith().deps, old);
    await database.db.$executeRaw`
      UPDATE mail SET finished_at = now() - interval '31 days', created_at = now() - interval '32 days'
       WHERE id = ${old}::uuid`;
    await database.db.$executeRaw`
      UPDATE mail SET created_at = now() - interval '32 days' WHERE id = ${waiting}::uuid`;
    await deleteOldMails(database.db, 100);
    const left = (await database.db.mail.findMany()).map(({ id }) => id);
    expect([left.includes(old), left.includes(waiting)]).toEqual([false, true]);
  });

  test('nothing is sent of a change that was rolled back', async () => {
    const before = await database.db.mail.count();
    const failing = database.db.$transaction(async (tx) => {
      await enqueueMail(tx, MAIL);
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    expect(await database.db.mail.count()).toBe(before);
  });
});

describe('the mails of one client delay those of all others', () => {
  test('accounts take turns: a mail of another account goes before the second of one that has hundreds', async () => {
    await database.db.mail.deleteMany();
    const [busy, other, person] = [randomUUID(), randomUUID(), randomUUID()];
    const write = (whose: { accountId: string } | { userId: string }, count: number) =>
      database.db.mail.createMany({ data: Array.from({ length: count }, () => ({ ...MAIL, ...whose })) });
    await write({ accountId: busy }, 300);
    await write({ accountId: other }, 2);
    await write({ userId: person }, 2);
    const turns = async (except: string[]) =>
      (await dueMails(database.db, { limit: 6, except })).map(({ accountId }) => accountId);
    expect(await turns([])).toEqual([busy, other, person, busy, other, person]);
    expect(await turns([busy])).toEqual([other, person, other, person]);
  });
});

describe('a stolen session or key changes where money and news go, and no owner hears of it', () => {
  const system = { kind: 'system', process: 'test' } as const;
  let accountId: string;

  async function person(role: UserRole, { password = true, account = accountId } = {}): Promise<string> {
    const email = `${role}-${Math.random()}@client.example`;
    const user = await insertUser(database.db, { accountId: account, role, name: 'Ada', email });
    if (user.kind !== 'inserted') throw new Error(user.kind);
    if (password) await setPassword(database.db, user.id, 'scrypt$');
    return user.email;
  }

  const mailsOf = async (email: string) =>
    (await database.db.mail.findMany({ where: { email }, orderBy: { createdAt: 'asc' } })).map(
      ({ subject, text }) => `${subject}: ${text}`,
    );
  const record = (db: Db, action: string, after: Record<string, string> = {}) =>
    insertAction(db, system, NO_ORIGIN, { action, subject: 'shop', accountId, after });

  beforeEach(async () => {
    const account = await createAccount(database.db, { name: `acme ${Math.random()}`, tier: 'standard' }, AS_OPS);
    if (account.kind !== 'created') throw new Error(account.kind);
    accountId = account.id;
  });

  test('every owner who can sign in gets a mail for a new key, URL and secret; others get none', async () => {
    const other = await createAccount(database.db, { name: `other ${Math.random()}`, tier: 'standard' }, AS_OPS);
    const owners = [await person('owner'), await person('owner')];
    const gone = await person('owner');
    const { id = '' } = (await database.db.dashboardUser.findUnique({ where: { email: gone } })) ?? {};
    await disableUser(database.db, id);
    const strangers = [
      gone,
      await person('viewer'),
      await person('owner', { password: false }),
      ...(other.kind === 'created' ? [await person('owner', { account: other.id })] : []),
    ];
    await record(database.db, 'api_key.create');
    await record(database.db, 'api_key.create', { scope: 'read' });
    await record(database.db, 'api_key.limits', { scope: 'purchase', daily_limit: 'none' });
    await record(database.db, 'webhook.set', { url: 'https://client.example/…' });
    await record(database.db, 'webhook_secret.create');
    await record(database.db, 'webhook_secret.rotate');
    await record(database.db, 'api_key.revoke');
    for (const owner of owners)
      expect(await mailsOf(owner)).toEqual([
        expect.stringMatching(/^New API key .*"shop"\. It can make purchases\./s),
        expect.stringMatching(/^New API key .*"shop"\. It can only read\./s),
        expect.stringMatching(/^API key limits .*"shop" were changed: scope purchase; daily limit none\./s),
        expect.stringMatching(/^New webhook URL .*sent to https:\/\/client\.example\/…/s),
        expect.stringMatching(/^New webhook secret /),
        expect.stringMatching(/^New webhook secret /),
      ]);
    for (const stranger of strangers) expect(await mailsOf(stranger)).toEqual([]);
  });

  test('a webhook URL that changes 300 times in an hour is two mails: the first, and an hour later the last', async () => {
    const owners = [await person('owner'), await person('owner')];
    const [first = ''] = owners;
    const change = (n: number) => record(database.db, 'webhook.set', { url: `https://client.example/${n}` });
    await change(0);
    const claimed = await database.db.mail.findFirstOrThrow({ where: { email: first } });
    await sendMail(workerWith().deps, claimed.id); // the other owner's still waits: it may be replaced
    for (let n = 1; n < 300; n += 1) await change(n);
    const waiting = await database.db.mail.findMany({ where: { email: { in: owners }, state: 'queued' } });
    expect(waiting.map(({ text }) => text)).toEqual(
      owners.map(() => expect.stringContaining('https://client.example/299.')),
    );
    const waitsMs = (email: string) => {
      const mail = waiting.find((each) => each.email === email);
      return (mail?.nextAttemptAt?.getTime() ?? 0) - Date.now();
    };
    expect(Math.abs(waitsMs(first) - 3_600_000)).toBeLessThan(60_000);
    expect(waitsMs(owners[1] ?? '')).toBeLessThan(0);
    expect(await mailsOf(first)).toHaveLength(2);
  });

  test('a change that is taken back within the hour is told, although the mail names the last one', async () => {
    const owner = await person('owner');
    const change = (path: string) => record(database.db, 'webhook.set', { url: `https://y.example/${path}` });
    await change('own');
    const sent = await database.db.mail.findFirstOrThrow({ where: { email: owner } });
    await sendMail(workerWith().deps, sent.id);
    for (const path of ['own', 'foreign', 'own']) await change(path);
    expect(sent.text).not.toContain('several such changes');
    const { text } = await database.db.mail.findFirstOrThrow({ where: { email: owner, state: 'queued' } });
    expect(text).toMatch(/now sent to https:\/\/y\.example\/own\..*There were several such changes since our last/s);
  });

  test('two changes at once are one mail, and a change after an hour is told at once', async () => {
    const owner = await person('owner');
    await Promise.all(
      ['a', 'b'].map((path) => record(database.db, 'webhook.set', { url: `https://x.example/${path}` })),
    );
    const sent = await database.db.mail.findFirstOrThrow({ where: { email: owner } });
    await sendMail(workerWith().deps, sent.id);
    await database.db.$executeRaw`
      UPDATE mail SET created_at = now() - interval '2 hours', finished_at = now() - interval '61 minutes'
       WHERE email = ${owner}`;
    await record(database.db, 'webhook.set', { url: 'https://x.example/c' });
    expect(await mailsOf(owner)).toHaveLength(2);
    expect(await due()).toContain(
      (await database.db.mail.findFirstOrThrow({ where: { email: owner, state: 'queued' } })).id,
    );
  });

  test('of a change of the team those are told who were owners before, the removed and the demoted too', async () => {
    const [stays, demoted, removed, disabled] = [
      await person('owner'),
      await person('owner'),
      await person('owner'),
      await person('owner'),
    ];
    const member = await person('viewer');
    const user = async (email: string) => {
      const found = await findUser(database.db, { email });
      if (found === null) throw new Error(email);
      return found;
    };
    const done = (action: NewAction | null) => action && insertAction(database.db, system, NO_ORIGIN, action);
    const was = await Promise.all([demoted, removed, disabled, member].map(user));
    const [demotedUser, removedUser, disabledUser, memberUser] = was as [User, User, User, User];
    await setMemberRole(database.db, accountId, demotedUser.id, 'viewer');
    await done(userActions.role(demotedUser, 'viewer'));
    await removeMember(database.db, accountId, removedUser.id);
    await done(userActions.removed(removedUser));
    await disableUser(database.db, disabledUser.id);
    await done(userActions.disabled(disabledUser));
    await done(userActions.invited({ ...memberUser, role: 'owner' }));
    await done(userActions.linked(memberUser));
    await done(userActions.factorReset(memberUser));
    await disableUser(database.db, memberUser.id);
    await done(userActions.disabled(memberUser));
    await done(accountActions.factorRequired({ id: accountId, name: 'acme' }, false));

    const told = (of: string, text: string) => expect.stringContaining(`${of} ${text}`);
    const gone = 'can no longer sign in to your account.';
    const first = told(demoted, 'is now a viewer of your account.');
    expect(await mailsOf(stays)).toEqual([
      first,
      told(removed, gone),
      told(disabled, gone),
      told(member, 'was invited to your account as an owner.'),
      told(member, 'sets a new password.'),
      told(member, 'now signs in with the password alone,'),
      told(member, gone),
      expect.stringContaining('Your team no longer has to use two-factor authentication.'),
    ]);
    expect(await mailsOf(demoted)).toEqual([first]);
    expect(await mailsOf(removed)).toEqual([first, told(removed, gone)]);
    expect(await mailsOf(disabled)).toEqual([first, told(removed, gone), told(disabled, gone)]);
    expect(await mailsOf(member)).toEqual([]);
  });

  test('an api that may not read users causes the mail, and can read neither them nor the log', async () => {
    const owner = await person('owner');
    const role = await grantedRole(database.url);
    const asService = testPool(role.url, 1);
    try {
      await record(asService, 'webhook.set', { url: 'https://client.example/' });
      expect(await mailsOf(owner)).toHaveLength(1);
      for (const table of ['dashboard_user', 'audit_log', 'audit_seal'])
        await expect(asService.$queryRawUnsafe(`SELECT * FROM ${table}`)).rejects.toThrow('permission denied');
    } finally {
      await asService.$disconnect();
      await role.drop();
    }
  });

  test('a user is told of a sign-in from a new device', async () => {
    const email = await person('viewer');
    await mailNewDevice(database.db, { userId: accountId, email }, { address: '192.0.2.7', agent: 'Firefox' });
    expect(await mailsOf(email)).toEqual([
      expect.stringMatching(/^New sign-in .*from a new device.*192\.0\.2\.7.*Firefox/s),
    ]);
  });
});
