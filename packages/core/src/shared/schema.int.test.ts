import { eventually, useDatabase } from '@topup/testkit';
import { NEEDED_MIGRATION } from './needed-migration';
import { assertSchema, schemaGap, waitForSchema } from './schema';

const database = useDatabase({ eachTest: true });
const forget = () => database.db.$executeRaw`
  UPDATE _prisma_migrations SET rolled_back_at = now() WHERE migration_name = ${NEEDED_MIGRATION}`;
const remember = () => database.db.$executeRaw`
  UPDATE _prisma_migrations SET rolled_back_at = NULL WHERE migration_name = ${NEEDED_MIGRATION}`;
const LACKS = `The database lacks the migration ${NEEDED_MIGRATION}`;

describe('a process serves on a database that lacks what it needs', () => {
  test('a database with the newest migration is as needed, also with newer ones', async () => {
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
    await database.db.$executeRaw`DROP FUNCTION has_migration`;
    expect(await schemaGap(database.db)).toContain(LACKS);
  });

  test('a role that nobody has granted the rights of this version is told so', async () => {
    const role = `gap_${process.pid}`;
    await database.db.$executeRawUnsafe(`CREATE ROLE ${role}`);
    await database.db.$executeRaw`REVOKE EXECUTE ON FUNCTION has_migration FROM PUBLIC`;
    await database.db
      .$transaction(async (tx) => {
        await tx.$executeRawUnsafe(`SET LOCAL ROLE ${role}`);
        expect(await schemaGap(tx as never)).toContain('npm run db:grant');
      })
      .catch((error: Error) => expect(error.message).toContain('aborted'));
    await database.db.$executeRawUnsafe(`DROP ROLE ${role}`);
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
