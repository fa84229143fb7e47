import { testDatabase } from '@topup/testkit';
import { assertDatabaseKeepsPromises, type Db, openDatabase } from './db';

let home: Awaited<ReturnType<typeof testDatabase>>;
let db: Db;
beforeAll(async () => {
  home = await testDatabase();
  db = openDatabase({ url: home.url, max: 1, name: 'settings-test', onError: () => undefined });
});
afterAll(async () => {
  await db?.$disconnect();
  await home?.drop();
});

test('a connection with the requested settings is accepted', async () => {
  await expect(assertDatabaseKeepsPromises(db)).resolves.toBeUndefined();
});

// SET stands for a pooler that drops start-up options: the check reads the settings in force
test.each([
  ['TimeZone', 'Africa/Lagos', 'times shift by an hour'],
  ['statement_timeout', '0', 'a statement is waited for without end'],
  ['lock_timeout', '0', 'a lock is waited for without end'],
  ['idle_in_transaction_session_timeout', '0', 'a lost client keeps its locks'],
  ['default_transaction_isolation', 'serializable', 'what is read after a lock is from before it'],
  ['synchronous_commit', 'off', 'a power cut takes back what was sold'],
])('with %s at %s %s: the check fails and names it', async (name, value) => {
  await db.$executeRawUnsafe(`SET ${name} TO '${value}'`);
  await expect(assertDatabaseKeepsPromises(db)).rejects.toThrow(`${name} is ${value}`);
  await db.$executeRawUnsafe(`RESET ${name}`);
});
