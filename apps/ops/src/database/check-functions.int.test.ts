import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { type TestDatabase, testDatabase } from '@topup/testkit';
import { findFunctionFaults } from './check-functions';
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

describe('a reader trusts a text that is not the one that runs', () => {
  test('the functions of the migrations are those of prisma/functions', async () => {
    expect(await faults()).toEqual([]);
  });

  test('a body that was changed in its file alone is reported', async () => {
    edit('settlement_outcome', "p_basis = 'never_sent' AND p_sends <> 0", "p_basis = 'never_sent' AND p_sends > 1");
    expect(await faults()).toEqual([
      expect.stringMatching(
        /^settlement_outcome\(.*\) differs: the file has ".*p_sends > 1.*", the migrations ".*p_sends <> 0.*"$/,
      ),
    ]);
  });

  test('a setting that was changed in its file alone is reported', async () => {
    edit('claim_purchases', 'SET enable_seqscan = off ', '');
    expect(await faults()).toEqual([expect.stringMatching(/^claim_purchases\(.*\) differs: /)]);
  });

  test('a function without a file is reported', async () => {
    rmSync(file('released/tell_pending'));
    expect(await faults()).toEqual([expect.stringMatching(/^tell_pending\(.*\) has no file$/)]);
  });

  test('a file whose function is in no migration is reported', async () => {
    writeFileSync(
      file('pay_twice'),
      'CREATE OR REPLACE FUNCTION pay_twice() RETURNS integer LANGUAGE sql AS $$ SELECT 2 $$;',
    );
    expect(await faults()).toEqual(['pay_twice() is in no migration']);
  });

  test('a file with the function of another name is reported', async () => {
    cpSync(file('this_server'), file('that_server'));
    rmSync(file('this_server'));
    expect(await faults()).toEqual(['that_server.sql must create the function that_server and nothing else']);
  });

  test('the check leaves nothing behind', async () => {
    await faults();
    const { rows } = await session.query("SELECT FROM pg_namespace WHERE nspname LIKE 'topup%'");
    expect(rows).toEqual([]);
  });
});
