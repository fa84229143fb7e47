import { eventually, fundedAccount, useDatabase } from '@topup/testkit';
import { maskText } from '../shared/private-text';
import { purchasesIn } from '../testing/purchases';
import { getWalletBalance } from '../wallet/wallet.store';
import { claimNotification, dueNotifications, finishNotification, postponeNotification } from './notification.store';
import { type NotifyDeps, sendNotification } from './send-notification';

const database = useDatabase({ max: 12 });

const { settle, sent, row } = purchasesIn(() => database.db);

const TOKEN = '12345678901234567890';
const KEYS = ['1'.repeat(20), '2'.repeat(20)];
const PHONE = '08035550123';
const METER = '45067890123';
const RETRIES_MS = [10_000, 60_000, 600_000, 3_600_000];

/** A prepaid purchase that has just become a success, and its notification. */
async function vended(): Promise<{ purchaseId: string; id: string; accountId: string }> {
  const accountId = await fundedAccount(database.db, 1_000n);
  const purchaseId = await sent(accountId, 'ELECTRICITY', { recipient: METER, terms: { contactPhone: PHONE } });
  const { notificationId } = await settle({
    id: purchaseId,
    target_status: 'success',
    basis: 'answer',
    delivered: { key_change_tokens: KEYS.join(','), token: TOKEN, bonus_token: '9'.repeat(20), units: '79.9' },
  });
  if (notificationId === null) throw new Error('no message was written');
  return { purchaseId, id: notificationId, accountId };
}

type Message = { phone: string; text: string };

/** An SMS sender that accepts what `send` accepts. */
function smsWith(send: () => Promise<void> = async () => undefined) {
  const messages: Message[] = [];
  const results: string[] = [];
  const logged: { level: string; message: string; fields: object | undefined }[] = [];
  const say = (level: string) => (message: string, fields?: object) => logged.push({ level, message, fields });
  const deps: NotifyDeps = {
    db: database.db,
    log: { info: say('info'), warn: say('warn'), error: say('error') },
    observer: { notified: (result) => results.push(result) },
    sms: {
      send: (phone, text) => {
        messages.push({ phone, text });
        return send();
      },
    },
  };
  return { deps, messages, logged, results };
}

const failing = () => smsWith(async () => Promise.reject(new Error('Termii answered HTTP 500')));

const stored = (id: string) => database.db.notification.findUniqueOrThrow({ where: { id } });
const due = async (limit = 100) => (await dueNotifications(database.db, { limit, except: [] })).map(({ id }) => id);
const makeDue = (id: string) =>
  database.db.$executeRaw`UPDATE notification SET next_attempt_at = now() - interval '1 second' WHERE id = ${id}::uuid`;

async function databaseTime(): Promise<number> {
  const [now] = await database.db.$queryRaw<{ at: Date }[]>`SELECT clock_timestamp() AS at`;
  return now?.at.getTime() ?? Number.NaN;
}

describe('a customer does not get the token', () => {
  test('it is sent at once to the phone of the order, with every digit', async () => {
    const { id } = await vended();
    const { deps, messages, results } = smsWith();

    await sendNotification(deps, id);
    expect(results).toEqual(['sent']);

    expect(messages).toEqual([
      {
        phone: PHONE,
        text: [
          'Your meter needs an update. Enter these in this order, each after the meter accepts the one before:',
          'Key change token 1: 1111-1111-1111-1111-1111',
          'Key change token 2: 2222-2222-2222-2222-2222',
          'Ikeja Electric token: 1234-5678-9012-3456-7890',
          'Bonus token: 9999-9999-9999-9999-9999',
          'Units: 79.9 kWh',
          `Meter: ${METER}`,
          'Amount: NGN 10.00',
        ].join('\n'),
      },
    ]);
    expect(await stored(id)).toMatchObject({
      state: 'sent',
      attempts: 1,
      error: null,
      nextAttemptAt: null,
      finishedAt: expect.any(Date),
    });
  });

  test('it is sent once when a job, a sweep and their repetitions come together', async () => {
    const { id } = await vended();
    let finish = (): void => undefined;
    const sending = new Promise<void>((resolve) => {
      finish = resolve;
    });
    const { deps, messages } = smsWith(() => sending);

    let gone = 0;
    const senders = Array.from({ length: 8 }, async () => {
      await sendNotification(deps, id);
      gone += 1;
    });
    await eventually(
      () => gone,
      (count) => count === 7,
    );
    expect(messages).toHaveLength(1);
    finish();
    await Promise.all(senders);
    await sendNotification(deps, id);

    expect(messages).toHaveLength(1);
    expect(await stored(id)).toMatchObject({ state: 'sent', attempts: 1 });
  });

  test('it is sent again when its process died, and not before the claim has ended', async () => {
    const { id } = await vended();
    // a process that claims it and dies
    expect(await claimNotification(database.db, id, 60_000)).toMatchObject({ attempt: 1, result: { token: TOKEN } });
    const { deps, messages } = smsWith();
    await sendNotification(deps, id);
    expect(messages).toEqual([]);
    expect(await due()).not.toContain(id);

    await makeDue(id);
    expect(await due()).toContain(id);
    await sendNotification(deps, id);

    expect(messages).toHaveLength(1);
    expect(await stored(id)).toMatchObject({ state: 'sent', attempts: 2 });
  });

  test('it is not sent again when a slow sender fails after another has sent it', async () => {
    const { id } = await vended();
    await claimNotification(database.db, id, 60_000);
    await makeDue(id);
    const { deps, messages } = smsWith();
    await sendNotification(deps, id);
    await postponeNotification(database.db, id, 'too late', 1);
    await finishNotification(database.db, id, 'failed', 'too late');

    expect(await stored(id)).toMatchObject({ state: 'sent', error: null, nextAttemptAt: null });
    await sendNotification(deps, id);
    expect(messages).toHaveLength(1);
  });

  test('the oldest is sent first when a worker comes back to many', async () => {
    const ids = [(await vended()).id, (await vended()).id, (await vended()).id];
    for (const [i, id] of ids.entries()) {
      await database.db.$executeRaw`
        UPDATE notification SET next_attempt_at = now() - ${i + 1} * interval '1 day' WHERE id = ${id}::uuid`;
    }
    expect(await due(2)).toEqual([ids[2], ids[1]]);
    for (const id of ids) await finishNotification(database.db, id, 'sent', null);
  });
});

describe('a token counts as sent though no provider of SMS is set up', () => {
  test('it is skipped, and the log shows what the customer would get, with its digits masked', async () => {
    const { id } = await vended();
    const { deps, results, logged } = smsWith();
    await sendNotification({ ...deps, sms: null }, id);
    expect(await stored(id)).toMatchObject({ state: 'skipped', error: null, nextAttemptAt: null });
    expect([results, logged]).toEqual([
      ['skipped'],
      [expect.objectContaining({ message: 'SMS not sent: no SMS provider is set up' })],
    ]);
    expect(maskText(JSON.stringify(logged))).toBe(JSON.stringify(logged));
  });
});

describe('an SMS that fails is lost, or changes the purchase', () => {
  test('it is tried again after 10 s, 1 min, 10 min and 1 h, then given up with an alert', async () => {
    const { id } = await vended();
    const { deps, messages, logged, results } = failing();
    for (const [i, retryMs] of RETRIES_MS.entries()) {
      const from = await databaseTime();
      await sendNotification(deps, id);
      const to = await databaseTime();

      const { nextAttemptAt, ...rest } = await stored(id);
      expect(rest).toMatchObject({
        state: 'queued',
        attempts: i + 1,
        error: 'Termii answered HTTP 500',
        finishedAt: null,
      });
      expect(nextAttemptAt?.getTime()).toBeGreaterThanOrEqual(from + retryMs);
      expect(nextAttemptAt?.getTime()).toBeLessThanOrEqual(to + retryMs);
      await sendNotification(deps, id);
      expect(messages).toHaveLength(i + 1);
      await makeDue(id);
    }
    await sendNotification(deps, id);

    expect(await stored(id)).toMatchObject({
      state: 'failed',
      attempts: 5,
      error: 'Termii answered HTTP 500',
      nextAttemptAt: null,
    });
    expect(logged.map(({ level }) => level)).toEqual(['warn', 'warn', 'warn', 'warn', 'error']);
    expect(logged.at(-1)?.fields).toMatchObject({ alert: 'sms', notification: id, attempt: 5 });
    expect(results).toEqual(['put_off', 'put_off', 'put_off', 'put_off', 'given_up']);
    await sendNotification(deps, id);
    expect(messages).toHaveLength(5);
  });

  test('a success at a later attempt leaves no error of the earlier ones', async () => {
    const { id } = await vended();
    await sendNotification(failing().deps, id);
    await makeDue(id);
    await sendNotification(smsWith().deps, id);
    expect(await stored(id)).toMatchObject({ state: 'sent', attempts: 2, error: null });
  });

  test('the purchase never changes: the power was delivered and paid for', async () => {
    const { purchaseId, id, accountId } = await vended();
    const before = await row(purchaseId);
    const { deps } = failing();
    for (let attempts = 1; attempts <= 5; attempts += 1) {
      await sendNotification(deps, id);
      if (attempts < 5) await makeDue(id);
    }
    expect((await stored(id)).state).toBe('failed');
    expect(await row(purchaseId)).toEqual(before);
    expect(await getWalletBalance(database.db, accountId)).toBe(0n);
  });

  test('an exception that is no Error does not stop the worker', async () => {
    const { id } = await vended();
    await sendNotification(smsWith(() => Promise.reject('no Error')).deps, id);
    expect(await stored(id)).toMatchObject({ state: 'queued', error: 'it could not be sent' });
  });
});

test('neither the token nor the meter number nor the phone number is logged', async () => {
  const [good, bad] = [smsWith(), failing()];
  await sendNotification(good.deps, (await vended()).id);
  await sendNotification(bad.deps, (await vended()).id);
  const text = JSON.stringify([...good.logged, ...bad.logged]);
  expect(text).toContain('token sent by SMS');
  for (const secret of [TOKEN, '1234-5678', '9999-9999', METER, PHONE]) expect(text).not.toContain(secret);
});

test('a job for a notification that does not exist ends without an error', async () => {
  const { deps, messages } = smsWith();
  await sendNotification(deps, '01890a5d-ac96-774b-bcce-b302099a8057');
  expect(messages).toEqual([]);
});
