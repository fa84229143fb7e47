import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { type TestDatabase, testDatabase } from '@topup/testkit';
import { findFunctionFaults } from './functions';
import { openSession, type Session } from './session';

const FUNCTIONS = path.join(__dirname, '../../../../prisma/functions');

let home: TestDatabase;
let session: Session;
let copy: string;

beforeAll(async () => {
  home = await testDatabase();
  session = await openSession(home.url, () => undefined);
});
afterAll(async () => {
  await session.close();
  await home.drop();
});
beforeEach(() => {
  copy = mkdtempSync(path.join(os.tmpdir(), 'topup-functions-'));
  cpSync(FUNCTIONS, copy, { recursive: true });
});
afterEach(() => rmSync(copy, { recursive: true }));

const file = (name: string) => path.join(copy, `${name}.sql`);
const edit = (name: string, from: string, to: string) => {
  const text = readFileSync(file(name), 'utf8');
  expect(text).toContain(from);
  writeFileSync(file(name), text.replace(from, to));
};
const faults = () => findFunctionFaults(session, copy);

describe('a fault of a function is found when a client calls it', () => {
  test('the functions of prisma/functions have none', async () => {
    expect(await faults()).toEqual([]);
  });

  test.each([
    [
      'a table that is not there',
      'history_outside_partitions',
      'FROM purchase_history_default',
      'FROM purchase_history_nowhere',
      'relation "purchase_history_nowhere" does not exist',
    ],
    ['a misspelt word', 'claim_purchases', 'RETURN QUERY', 'RETRUN QUERY', 'syntax error at or near "RETRUN"'],
  ])('%s is reported', async (_, name, from, to, fault) => {
    edit(name, from, to);
    expect(await faults()).toEqual([`${name}.sql: ${fault}`]);
  });

  test('a function without a file is reported, and one with other arguments', async () => {
    rmSync(file('mark_pending'));
    await session.query('CREATE FUNCTION this_server(p_name text) RETURNS text LANGUAGE sql RETURN p_name');
    expect(await faults()).toEqual([
      'this_server.sql must create one function this_server',
      'mark_pending(uuid[],text,text) has no file',
    ]);
    await session.query('DROP FUNCTION this_server(text)');
  });

  test('a file with the function of another name is reported', async () => {
    cpSync(file('this_server'), file('that_server'));
    rmSync(file('this_server'));
    expect(await faults()).toEqual([
      'that_server.sql must create one function that_server',
      'this_server() has no file',
    ]);
  });

  test('the check leaves nothing behind', async () => {
    edit('this_server', "'/' ||", "'!' ||");
    expect(await faults()).toEqual([]);
    const { rows } = await session.query("SELECT this_server() LIKE '%!%' AS changed");
    expect(rows).toEqual([{ changed: false }]);
  });
});
