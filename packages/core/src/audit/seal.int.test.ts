import { useDatabase } from '@topup/testkit';
import { Client } from 'pg';
import { verifyBooks } from '../wallet/verification/verify-books';
import { insertAction, type NewAction } from './action.store';
import { NO_ORIGIN } from './actor';
import { readAuditHead, redactPerson, sealAuditLog } from './seal.store';

const database = useDatabase({ max: 16, eachTest: true });

const ADA = 'ada@client.example';
const ops = { kind: 'ops', systemUser: 'root', as: { userId: 'u-1', email: 'op@topup.example' } } as const;
const origin = { address: '192.0.2.7', requestId: null };

const record = (subject: string, action: Partial<NewAction> = {}) =>
  insertAction(database.db, ops, origin, { action: 'tier.create', subject, note: 'as agreed', ...action });

async function sealed(...subjects: string[]): Promise<void> {
  for (const subject of subjects) await record(subject);
  await sealAuditLog(database.db, 100);
}

/** Lists the faults that `books verify` finds in the audit log. */
async function faults(sealMs?: number): Promise<string[]> {
  const { findings } = await verifyBooks(database.db, sealMs === undefined ? {} : { sealMs });
  return findings.flatMap(({ id, rows }) => rows.map(({ n, subject, fault }) => [id, n, subject, fault].join(' ')));
}

/** Does what the triggers forbid, as the owner of the tables can. */
const tamper = (sql: string) =>
  database.db.$transaction(async (tx) => {
    await tx.$executeRawUnsafe('SET LOCAL session_replication_role = replica');
    await tx.$executeRawUnsafe(sql);
  });

describe('the record of what was done is changed afterwards, and nobody sees it', () => {
  test('an untouched log is sound, and its head is in the report', async () => {
    expect(await verifyBooks(database.db)).toMatchObject({ sound: true, auditHead: null });
    expect(await sealAuditLog(database.db, 100)).toBeNull();
    await sealed('a', 'b', 'c');
    expect(await faults(0)).toEqual([]);
    const head = await readAuditHead(database.db);
    expect(head).toMatchObject({ n: 3n, hash: expect.stringMatching(/^[0-9a-f]{64}$/) });
    expect((await verifyBooks(database.db)).auditHead).toEqual(head);
    expect(await sealAuditLog(database.db, 100)).toEqual({ n: 3n, hash: head?.hash, sealed: 0 });
    expect(await readAuditHead(database.db, 2n)).toMatchObject({ n: 2n });
  });

  test.each([
    `UPDATE audit_log SET subject = 'x' WHERE subject = 'b'`,
    `UPDATE audit_log SET action = 'tier.markup' WHERE subject = 'b'`,
    `UPDATE audit_log SET after = '{"markup":"1.00"}' WHERE subject = 'b'`,
    `UPDATE audit_log SET before = NULL WHERE subject = 'b'`,
    `UPDATE audit_log SET at = at + interval '1 microsecond' WHERE subject = 'b'`,
    `UPDATE audit_log SET user_id = 'u-2' WHERE subject = 'b'`,
    `UPDATE audit_log SET user_email = 'other@topup.example' WHERE subject = 'b'`,
    `UPDATE audit_log SET address = '192.0.2.8' WHERE subject = 'b'`,
    `UPDATE audit_log SET note = NULL WHERE subject = 'b'`,
    `UPDATE audit_log SET salt = NULL WHERE subject = 'b'`,
    `UPDATE audit_log SET note = NULL, personal_digest = sha256('x') WHERE subject = 'b'`,
    `UPDATE audit_seal SET entry_id = entry_id + 9 WHERE n = 2`,
  ])('%s: it is the first that is named', async (sql) => {
    await record('a');
    await record('b', { before: { markup: null }, after: {} });
    await sealed('c');
    await tamper(sql);
    expect((await faults())[0]).toMatch(/^A16 2 .* the entry (or its link was altered|is missing)$/);
  });

  test('an entry or a link that was taken out is named, and so is an entry that was put in', async () => {
    await sealed('a', 'b', 'c', 'd');
    await tamper(`DELETE FROM audit_log WHERE subject = 'b'`);
    expect(await faults()).toEqual(['A16 2  the entry is missing']);
    await tamper(`DELETE FROM audit_seal WHERE n = 2`);
    expect(await faults()).toEqual(['A16 3 c the link before it is missing']);
    await tamper(`
      INSERT INTO audit_log (at, actor_kind, user_id, user_email, action, subject, personal_digest)
      VALUES (now() - interval '2 days', 'operator', 'x', 'x', 'tier.create', 'made up', '')`);
    await sealAuditLog(database.db, 100);
    expect((await faults()).at(-1)).toBe('A17  made up ');
  });

  test('a link whose hash was computed anew breaks the one after it', async () => {
    await sealed('a', 'b', 'c');
    await tamper(`UPDATE audit_log SET action = 'tier.markup' WHERE subject = 'b'`);
    await tamper(`
      UPDATE audit_seal s SET hash = audit_hash((SELECT hash FROM audit_seal WHERE n = 1), 2, a)
        FROM audit_log a WHERE a.id = s.entry_id AND s.n = 2`);
    expect(await faults()).toEqual(['A16 3 c the entry or its link was altered']);
  });

  test('an entry that nobody sealed within a minute is named', async () => {
    await record('a');
    expect(await faults()).toEqual([]);
    expect(await faults(0)).toEqual(['A17  a ']);
    await sealAuditLog(database.db, 100);
    expect(await faults(0)).toEqual([]);
  });

  test.each(['UPDATE audit_seal SET hash = hash', 'DELETE FROM audit_seal', 'TRUNCATE audit_seal'])(
    '%s is refused',
    async (sql) => {
      await sealed('a');
      await expect(database.db.$executeRawUnsafe(sql)).rejects.toThrow('audit_seal_is');
    },
  );
});

describe('the sealer makes writers wait, or leaves out what commits late', () => {
  test('entries are sealed in the order of their commits by many sealers, each once', async () => {
    const writers = await Promise.all(
      Array.from({ length: 8 }, async () => {
        const writer = new Client(database.url);
        await writer.connect();
        await writer.query('BEGIN');
        return writer;
      }),
    );
    for (const [n, writer] of writers.entries())
      await writer.query(
        `INSERT INTO audit_log (actor_kind, user_id, user_email, action, subject)
         VALUES ('ops', 'ops', 'ops', 'tier.create', $1)`,
        [`w${n}`],
      );
    // the last to write commits first; the sealers go on meanwhile
    for (const writer of writers.reverse()) {
      await writer.query('COMMIT');
      await Promise.all(Array.from({ length: 4 }, () => sealAuditLog(database.db, 100)));
    }
    await sealAuditLog(database.db, 100);
    for (const writer of writers) await writer.end();
    const order = await database.db.$queryRaw<{ subject: string }[]>`
      SELECT a.subject FROM audit_seal s JOIN audit_log a ON a.id = s.entry_id ORDER BY s.n`;
    expect(order.map(({ subject }) => subject)).toEqual(['w7', 'w6', 'w5', 'w4', 'w3', 'w2', 'w1', 'w0']);
    expect(await faults(0)).toEqual([]);
  });

  test('a backlog is sealed in parts', async () => {
    for (let n = 0; n < 7; n += 1) await record(`s${n}`);
    for (const sealed of [3, 3, 1, 0]) expect(await sealAuditLog(database.db, 3)).toMatchObject({ sealed });
    expect(await faults(0)).toEqual([]);
  });
});

describe('a person must be forgotten, and the chain must hold', () => {
  const everything = async () => JSON.stringify(await database.db.auditLog.findMany(), (_, v) => String(v?.at ?? v));
  const stored = (subjectId: string) => database.db.auditLog.findFirstOrThrow({ where: { subjectId } });

  test('the personal fields are redacted where they act or are the subject; the chain stays whole', async () => {
    await record(ADA, { action: 'user.invite', subjectId: 'u-7', subjectIsPerson: true, after: { role: 'owner' } });
    const user = { kind: 'user', userId: 'u-7', email: ADA, sessionId: null, role: 'owner', accountId: null };
    await insertAction(database.db, user as never, origin, {
      action: 'api_key.create',
      subject: 'shop',
      subjectId: 'k',
    });
    await record('bo@client.example', { action: 'user.invite', subjectId: 'u-8', subjectIsPerson: true });
    await sealAuditLog(database.db, 100);
    const head = await readAuditHead(database.db);

    expect(await redactPerson(database.db, ADA)).toBe(2);

    expect(await everything()).not.toContain(ADA);
    expect(await stored('u-7')).toMatchObject({
      subject: 'blanked',
      userEmail: 'blanked',
      systemUser: null,
      address: null,
      note: null,
      salt: null,
      after: { role: 'owner' },
    });
    expect(await stored('k')).toMatchObject({ userId: 'u-7', userEmail: 'blanked', subject: 'shop', address: null });
    expect(await stored('u-8')).toMatchObject({ subject: 'bo@client.example', note: 'as agreed' });
    expect(await faults(0)).toEqual([]);
    expect(await readAuditHead(database.db)).toEqual(head);
    await sealed('after');
    expect(await faults(0)).toEqual([]);
    expect(await redactPerson(database.db, ADA)).toBe(0);
  });

  test('a redacted entry cannot be filled again, by the tables’ owner neither', async () => {
    await record(ADA, { subjectIsPerson: true });
    await sealAuditLog(database.db, 100);
    await redactPerson(database.db, ADA);
    await tamper(`UPDATE audit_log SET user_email = 'bo@topup.example'`);
    expect((await faults())[0]).toMatch(/^A16 1 /);
  });

  test.each([
    `UPDATE audit_log SET salt = NULL`,
    `UPDATE audit_log SET note = NULL`,
    `UPDATE audit_log SET salt = NULL, user_email = 'blanked', os_user = NULL, address = NULL, note = NULL`,
    `UPDATE audit_log SET salt = NULL, user_email = 'blanked', os_user = NULL, address = NULL, note = NULL,
                          subject = 'blanked', action = 'tier.markup'`,
    `UPDATE audit_log SET salt = NULL, user_email = 'somebody', os_user = NULL, address = NULL, note = NULL,
                          subject = 'blanked'`,
  ])('anything else than redacting all of it is refused: %s', async (sql) => {
    await record(ADA, { subjectIsPerson: true });
    await expect(database.db.$executeRawUnsafe(sql)).rejects.toThrow('audit_log_is_append_only');
  });

  test('the digest of what was redacted cannot be guessed: each entry has a salt of its own', async () => {
    await record('a');
    await record('a');
    const [one, two] = await database.db.auditLog.findMany();
    expect(Buffer.from(one?.personalDigest ?? [])).not.toEqual(Buffer.from(two?.personalDigest ?? []));
  });

  test('the time and the digest of an entry are the database’s, whatever its writer says', async () => {
    await database.db.$executeRaw`
      INSERT INTO audit_log (at, actor_kind, user_id, user_email, action, subject, salt, personal_digest)
      VALUES ('2020-01-01', 'system', 'system', 'test', 'tier.create', 'a', '', '')`;
    const entry = await database.db.auditLog.findFirstOrThrow();
    expect(Date.now() - entry.at.getTime()).toBeLessThan(60_000);
    expect(entry.salt).toHaveLength(16);
    expect(NO_ORIGIN).toEqual({ address: null, requestId: null });
  });
});
