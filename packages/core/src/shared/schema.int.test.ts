import { eventually, grantedRole, startFaultProxy, testPool, useDatabase, withClient } from '@topup/testkit';
import { assertWritable } from './db';
import { NEEDED_FUNCTIONS, NEEDED_MIGRATION } from './needed-schema';
import { assertSchema, schemaGap, waitForSchema } from './schema';

const database = useDatabase({ eachTest: true });
const forget = () => database.db.$executeRaw`
  UPDATE _prisma_migrations SET rolled_back_at = now() WHERE migration_name = ${NEEDED_MIGRATION}`;
const remember = () => database.db.$executeRaw`
  UPDATE _prisma_migrations SET rolled_back_at = NULL WHERE migration_name = ${NEEDED_MIGRATION}`;
const LACKS = `The database lacks the migration ${NEEDED_MIGRATION}`;

describe('a process serves on a database that lacks what it needs', () => {
  test('a database with the newest migration is as needed, even with newer ones', async () => {
    await database.db.$executeRaw`
      INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at) VALUES ('x', 'x', '99999999_newer', now())`;
    expect(await schemaGap(database.db)).toBeNull();
    await assertSchema(database.db);
  });

  test('one without it is not, nor while the migration runs, nor one from before the function or the history', async () => {
    await forget();
    expect(await schemaGap(database.db)).toContain(LACKS);
    await expect(assertSchema(database.db)).rejects.toThrow('npm run db:migrate');
    await remember();
    await database.db.$executeRaw`
      UPDATE _prisma_migrations SET finished_at = NULL WHERE migration_name = ${NEEDED_MIGRATION}`;
    expect(await schemaGap(database.db)).toContain(LACKS);
    await database.db.$executeRaw`ALTER TABLE _prisma_migrations RENAME TO another_name`;
    expect(await schemaGap(database.db)).toContain(LACKS);
    await database.db.$executeRaw`DROP FUNCTION schema_gap`;
    expect(await schemaGap(database.db)).toContain(LACKS);
  });

  test('one that lacks the functions is not, but a process that runs stays ready; newer ones do not matter', async () => {
    await database.db.$executeRaw`INSERT INTO function_set (digest) VALUES (${'0'.repeat(64)})`;
    expect(await schemaGap(database.db)).toBeNull();
    await database.db.$executeRaw`DELETE FROM function_set WHERE digest = ${NEEDED_FUNCTIONS}`;
    expect(await schemaGap(database.db)).toBe(
      'The database lacks the functions of this version. Run `npm run db:migrate` of this version.',
    );
    await assertSchema(database.db);
  });

  test('a role with the rights of an earlier version is told what to run; the owner needs no rights', async () => {
    const role = await grantedRole(database.url);
    const asRole = testPool(role.url, 1);
    const grantedFor = (migration: string) =>
      database.db.$executeRaw`UPDATE granted_role SET migration = ${migration} WHERE role = ${role.name}`;
    const lacks = `The role ${role.name} lacks rights that this version needs. Run \`npm run db:grant\``;
    try {
      expect(await schemaGap(asRole)).toBeNull();
      await grantedFor('99999999_newer');
      expect(await schemaGap(asRole)).toBeNull();
      await grantedFor('20260101000000_older');
      expect(await schemaGap(asRole)).toContain(lacks);
      await grantedFor(NEEDED_MIGRATION);
      await database.db.$executeRaw`UPDATE granted_role SET function_set = 0`; // new functions without a migration
      expect(await schemaGap(asRole)).toContain(lacks);
      await database.db.$executeRaw`DELETE FROM granted_role`; // as of a version that did not record it
      expect(await schemaGap(asRole)).toContain(lacks);
      await expect(assertSchema(asRole)).rejects.toThrow('npm run db:grant');
      expect(await schemaGap(database.db)).toBeNull();
    } finally {
      await asRole.$disconnect();
      await role.drop();
    }
  });

  test('it waits, says once why, and goes on when the database has been migrated', async () => {
    await forget();
    const told: object[] = [];
    let over = false;
    const log = { warn: (_text: string, fields?: object) => void told.push(fields ?? {}) };
    const waiting = waitForSchema(database.db, log).then(() => {
      over = true;
    });
    await eventually(
      () => told,
      ({ length }) => length > 0,
    );
    expect(over).toBe(false);
    await remember();
    await waiting;
    expect(told).toEqual([{ why: expect.stringContaining(LACKS) }]);
  });
});

describe('readiness names a class of Prisma instead of a reason', () => {
  const reasonOf = (check: Promise<void>) =>
    check.then(
      () => 'ok',
      (error: Error) => error.name,
    );

  test('a connection that breaks, and a server that is away', async () => {
    const { hostname: host, port } = new URL(database.url);
    const proxy = await startFaultProxy({ target: { host, port: Number(port) } });
    const far = testPool(Object.assign(new URL(database.url), { host: `127.0.0.1:${proxy.port}` }).href, 1);
    try {
      void proxy.holdReplyAfter('transaction_read_only').answered.then(() => proxy.cut());
      expect(await reasonOf(assertWritable(far))).toBe('DatabaseConnectionLost');
      void proxy.holdReplyAfter('schema_gap').answered.then(() => proxy.cut());
      expect(await reasonOf(assertSchema(far))).toBe('DatabaseConnectionLost');
      await proxy.setMode('refuse');
      expect(await reasonOf(assertWritable(far))).toBe('DatabaseUnreached');
      expect(await reasonOf(assertSchema(far))).toBe('DatabaseUnreached');
    } finally {
      await far.$disconnect();
      await proxy.stop();
    }
  });

  test('a server that is busy, that takes no changes, or whose password was changed', async () => {
    const other = testPool(database.url, 1);
    await withClient(database.url, async (locking) => {
      await locking.query('BEGIN; LOCK TABLE _prisma_migrations');
      expect(await reasonOf(assertSchema(other))).toBe('DatabaseIsBusy');
    });
    await other.$executeRaw`SET default_transaction_read_only TO on`;
    expect(await reasonOf(assertWritable(other))).toBe('DatabaseIsReadOnly');
    await other.$disconnect();
    const declined = testPool(Object.assign(new URL(database.url), { username: 'nobody', password: 'x' }).href, 1);
    expect(await reasonOf(assertWritable(declined))).toBe('DatabaseUnreached');
    await declined.$disconnect();
  });
});
