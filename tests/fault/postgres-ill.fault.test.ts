import { setTimeout as sleep } from 'node:timers/promises';
import {
  type ApiAnswer,
  eventually,
  FULL_RUN,
  type OwnPostgres,
  startOwnPostgres,
  startWorld,
  testInFullRun,
  type World,
} from '@topup/testkit';
import { Client } from 'pg';
import { first, newBuyer } from './buyer';
import { expectEnd, expectNotAccepted, sold, verifyAndStop } from './expect-end';
import { requeries } from './processes';
import { buyMany, expectTrueAnswers, msUntilSent } from './traffic';
import { untilServerDown } from './until-server-down';

// Windows and leases are longer than each fault, so that purchases go on without a requery.
const settings = { PURCHASE_WAIT_MS: '12000', PROVIDER_TIMEOUT_MS: '8000' };
const DECLINED = { status: 500, body: { status: 'error', message: expect.stringContaining('Nothing was debited') } };

/**
 * How long the fault lasts under traffic. In a full run longer than the 8 s after which a silent server is given up.
 */
const FAULT_MS = FULL_RUN ? 12_000 : 2_500;
const LIMIT_MS = FAULT_MS + 60_000;
/** Purchases that were claimed before the fault are requeried after their leases. */
const LEASES_MS = 30_000;

describe('a sick Postgres makes answers wrong, or stops sales forever', () => {
  let postgres: OwnPostgres;
  let world: World;
  beforeAll(async () => {
    postgres = await startOwnPostgres();
    world = await startWorld({ databaseUrl: postgres.url, throughProxies: true, settings });
  });
  afterAll(async () => {
    await verifyAndStop(world);
    await postgres?.remove();
  });

  const traffic = (ms: number) => buyMany(world, ms / 50, ms);

  /** Within 15 s, without help. */
  const expectSellsAgain = () =>
    eventually(
      async () => (await newBuyer(world)).buy(),
      ({ status }) => status === 200,
      15_000,
    );

  // fault D7: accept, wait, claim, settle, sweep
  // fault D9: accept, wait, claim, settle, answer, sweep
  test(
    'a frozen server: whatever it executes later, every client gets the truth',
    async () => {
      const before = traffic(500);
      await sleep(250);
      const frozen = [postgres.pid, ...(await backends())];
      signal(frozen, 'SIGSTOP');
      try {
        await expect(within(500, world.sql('SELECT 1'))).rejects.toThrow('not within');
        const during = traffic(FAULT_MS);
        await sleep(FAULT_MS);
        signal(frozen, 'SIGCONT');
        await expectTrueAnswers(world, [...(await before), ...(await during)], LEASES_MS);
      } finally {
        signal(frozen, 'SIGCONT');
      }
      await expectSellsAgain();
    },
    LIMIT_MS,
  );

  // fault D3: accept, wait, claim, settle, answer, sweep
  test(
    'crashes under traffic: lost answers are looked up, and every client gets the truth',
    async () => {
      const bought = traffic(FULL_RUN ? 10_000 : 2_500);
      for (let crashes = 0; crashes < (FULL_RUN ? 5 : 1); crashes += 1) {
        await sleep(1_000);
        await postgres.crash();
        await untilServerDown(world);
        await postgres.start();
      }
      await expectTrueAnswers(world, await bought, LEASES_MS);
      await expectSellsAgain();
    },
    LIMIT_MS,
  );

  // fault D4: wait, sweep
  // fault D5: accept, wait, claim, settle, answer, sweep
  testInFullRun(
    'connections ended by hand, before or after a commit: every client gets the truth',
    async () => {
      let over = false;
      const buying = traffic(FAULT_MS).finally(() => {
        over = true;
      });
      let ended = 0;
      while (!over) {
        await sleep(60);
        const [row] = await world.sql<{ ended: string }>(
          // without BullMQ's connections: its listening connection has no error handler at first, and the process would
          // end
          `SELECT count(pg_terminate_backend(pid)) AS ended FROM pg_stat_activity
            WHERE datname = current_database() AND application_name LIKE 'topup-%'`,
        );
        ended += Number(row?.ended);
      }
      expect(ended).toBeGreaterThan(20);
      await expectTrueAnswers(world, await buying, LEASES_MS);
      await expectSellsAgain();
    },
    LIMIT_MS,
  );

  // fault D8: accept, answer
  test('a wallet that is locked is declined in time, and all others are served', async () => {
    const [held, free] = [await newBuyer(world), await newBuyer(world)];
    const release = await holding('SELECT 1 FROM wallet WHERE account_id = $1 FOR UPDATE', [held.account.id]);
    try {
      const waiting = held.buy();
      await eventually(lockWaits, (count) => count > 0);
      expect(await free.buy()).toMatchObject({ status: 200 });
      expect(await lockWaits()).toBeGreaterThan(0);
      expect(await waiting).toMatchObject(DECLINED);
    } finally {
      await release();
    }
    await expectNotAccepted(world, held);
    expect(await held.buy()).toMatchObject({ status: 200 });
    await expectEnd(world, held, sold('success'));
    await expectEnd(world, free, sold('success'));
  });

  for (const [tables, stuck, most] of [
    ['purchase', 'both lanes of accepts', 2],
    // batched: one statement finds keys, one asks whether any has changed
    ['api_key, access_change', 'every look-up of a key', 2],
  ] as const) {
    // fault D7: accept, answer
    // fault D8: accept, sweep
    testInFullRun(
      `a lock on ${tables}, which stops ${stuck}: true answers in time`,
      async () => {
        const buyers = await Promise.all(Array.from({ length: 20 }, () => newBuyer(world)));
        const release = await holding(`LOCK TABLE ${tables} IN ACCESS EXCLUSIVE MODE`);
        try {
          await sleep(1_000); // a key is believed for 0.9 s after its last confirmation
          const during = Promise.all(buyers.map(async ({ ref, buy }) => ({ ref, answer: await buy() })));
          await eventually(lockWaits, (count) => count >= most);
          const answered = await during;
          expect(new Set(answered.map(({ answer }) => answer.status))).toContain(500);
          await release();
          await expectTrueAnswers(world, answered, LEASES_MS);
        } finally {
          await release();
        }
        await expectSellsAgain();
      },
      LIMIT_MS,
    );
  }

  describe('a statement that fails costs a purchase', () => {
    const STATEMENTS = ['accept', 'claim', 'settle'] as const;

    /** Makes the next `times` statements that accept, claim or settle fail, by triggers. */
    async function refuse(sqlState: string, times: number): Promise<void> {
      await world.sql(`
        CREATE SEQUENCE refused_accept; CREATE SEQUENCE refused_claim; CREATE SEQUENCE refused_settle;
        CREATE FUNCTION refused_by_test() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
          IF nextval(TG_ARGV[0]::regclass) <= ${times} THEN RAISE EXCEPTION 'refused by a test' USING ERRCODE = '${sqlState}'; END IF;
          RETURN NEW;
        END $$;
        CREATE TRIGGER refuse_accept BEFORE INSERT ON purchase FOR EACH ROW EXECUTE FUNCTION refused_by_test('refused_accept');
        CREATE TRIGGER refuse_claim BEFORE UPDATE ON purchase FOR EACH ROW WHEN (NEW.sends > OLD.sends) EXECUTE FUNCTION refused_by_test('refused_claim');
        CREATE TRIGGER refuse_settle BEFORE UPDATE ON purchase FOR EACH ROW WHEN (NEW.final_at IS NOT NULL AND OLD.final_at IS NULL)
          EXECUTE FUNCTION refused_by_test('refused_settle')`);
    }

    /** How often each statement was tried. */
    const tried = () =>
      Promise.all(
        STATEMENTS.map(async (name) => {
          const [row] = await world.sql<{ last_value: string }>(`SELECT last_value FROM refused_${name}`);
          return Number(row?.last_value);
        }),
      );

    afterEach(async () => {
      await world.sql(
        'DROP FUNCTION IF EXISTS refused_by_test CASCADE; DROP SEQUENCE IF EXISTS refused_accept, refused_claim, refused_settle',
      );
    });

    // fault D6: accept, claim, settle
    test.each([
      ['a serialization failure', '40001'],
      ['a deadlock', '40P01'],
    ])('%s: accept, claim and settle are tried again at once, without a requery', async (_, sqlState) => {
      const buyer = await newBuyer(world);
      await refuse(sqlState, 2);
      expect(await buyer.buy()).toMatchObject({ status: 200 });
      expect(await tried()).toEqual([3, 3, 3]);
      // by the job: the sweeper takes nothing up that is younger
      expect(await msUntilSent(world, buyer.ref)).toBeLessThan(2_000);
      const { id } = await expectEnd(world, buyer, sold('success'));
      expect(requeries(first(world.workers), id)).toEqual([]);
    });

    // fault D10: accept, claim, settle, answer
    test('a full disk: nothing is debited or sent unclaimed, and an outcome is kept until there is room', async () => {
      const buyer = await newBuyer(world);
      await refuse('53100', 1);
      expect(await buyer.buy()).toMatchObject(DECLINED);
      await expectNotAccepted(world, buyer);
      expect(await buyer.buy()).toMatchObject({ status: 200 });
      expect(await tried()).toEqual([2, 2, 2]);
      const { id } = await expectEnd(world, buyer, sold('success'));
      expect(requeries(first(world.workers), id)).toEqual([]);
    });
  });

  // fault D11: accept, answer
  test('a database that turns read-only: no process is ready, and all sell again without a restart', async () => {
    const readiness = () =>
      Promise.all(
        [...world.apis, ...world.workers].map(async ({ opsUrl }) => {
          const { checks } = (await (await fetch(`${opsUrl}/ready`)).json()) as { checks: Record<string, string> };
          return checks.database;
        }),
      );
    const database = new URL(postgres.url).pathname.slice(1);
    const buyer = await newBuyer(world);
    await world.sql(`ALTER DATABASE ${database} SET default_transaction_read_only TO on`);
    // what a connection has begun with stays
    await world.sql(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE datname = current_database() AND application_name LIKE 'topup-%'`,
    );
    try {
      await eventually(readiness, (all) => all.every((check) => check === 'DatabaseIsReadOnly'));
      const declined = await eventually(buyer.buy, ({ headers }) => headers['x-error-code'] === 'unavailable');
      expect(declined).toMatchObject({ ...DECLINED, headers: { 'retry-after': '1' } });
    } finally {
      await world.sql(
        `SET transaction_read_only TO off; ALTER DATABASE ${database} RESET default_transaction_read_only`,
      );
    }
    await eventually(readiness, (all) => all.every((check) => check === 'ok'));
    await expectNotAccepted(world, buyer);
    expect(await buyer.buy()).toMatchObject({ status: 200 });
    await expectEnd(world, buyer, sold('success'));
  });

  // fault D1: wait, answer
  test('a database away at the end of a window: the client gets 202 from memory', async () => {
    // the provider answers after 4 s, and the link is cut before the window ends
    const hasty = await world.addApi({ PURCHASE_WAIT_MS: '3000' });
    const buyer = await newBuyer(world, { outcome: '0004' });
    let answer: ApiAnswer | undefined;
    const buying = buyer.buy(hasty).then((given) => {
      answer = given;
    });
    await eventually(
      () => world.purchase(buyer.ref),
      (row) => row?.sends === 1,
    );
    await world.link('api-database').setMode('refuse');
    world.link('api-database').cut();
    try {
      await buying;
      expect(answer).toMatchObject({ status: 202, body: { status: 'pending', reference: buyer.ref } });
      expect(await world.purchase(buyer.ref)).toMatchObject({ status: 'initiated' }); // nobody could write it
    } finally {
      await world.link('api-database').setMode('pass');
    }
    await expectEnd(world, buyer, sold('success'));
    await expectSellsAgain();
  });

  const lockWaits = async () => {
    const rows = await world.sql(
      `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock' AND application_name LIKE 'topup-%'`,
    );
    return rows.length;
  };

  const backends = async () => {
    const rows = await world.sql<{ pid: number }>(
      `SELECT pid FROM pg_stat_activity WHERE backend_type = 'client backend'`,
    );
    return rows.map(({ pid }) => pid);
  };

  /** Executes a statement in a transaction and keeps its locks until the returned function is called. */
  async function holding(text: string, values: unknown[] = []): Promise<() => Promise<void>> {
    const client = new Client({ connectionString: postgres.url });
    await client.connect();
    await client.query('BEGIN');
    await client.query(text, values);
    return () => client.end();
  }
});

/** Ignores processes that have ended. */
function signal(pids: number[], name: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, name);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
    }
  }
}

function within<T>(ms: number, work: Promise<T>): Promise<T> {
  work.catch(() => undefined);
  return Promise.race([work, sleep(ms).then(() => Promise.reject(new Error(`not within ${ms} ms`)))]);
}
