import { setTimeout as sleep } from 'node:timers/promises';
import {
  type ArchivedPostgres,
  type BaseBackup,
  eventually,
  type RunningPostgres,
  startArchivedPostgres,
  startWorld,
  type World,
} from '@topup/testkit';
import { Client } from 'pg';
import { type Ops, operators } from '../journey/support/ops';
import { type Buyer, first, newBuyer } from './buyer';
import { kill } from './processes';

/** The provider resets the connection and never records orders to these numbers. */
const NEVER_RECORDED = '0700';

let postgres: ArchivedPostgres;
let world: World;
let backup: BaseBackup;
let vended: Buyer;
let unrecorded: Buyer;
let lost: Buyer;

/**
 * A provider that vends every order, and a backup that is made under traffic. After the restore point two purchases are
 * sent that look unsent in the copy, and one is made that the copy does not have. Then all processes are killed.
 */
beforeAll(async () => {
  postgres = await startArchivedPostgres();
  world = await startWorld({ databaseUrl: postgres.url, sandboxSettings: { SANDBOX_VENDS_EVERY_POST: 'true' } });
  const busy = await Promise.all(Array.from({ length: 5 }, () => newBuyer(world)));
  const buying = Promise.all(busy.map((buyer) => buyer.buy()));
  backup = await postgres.baseBackup();
  for (const answer of await buying) expect(answer.status).toBe(200);

  [vended, unrecorded, lost] = [
    await newBuyer(world),
    await newBuyer(world, { outcome: NEVER_RECORDED }),
    await newBuyer(world),
  ];
  // the provider reference contains the minute: accepted in one and sent in the next, it would be another one in the
  // copy
  const leftMs = 60_000 - (Date.now() % 60_000);
  if (leftMs < 10_000) await sleep(leftMs);
  const worker = first(world.workers);
  worker.pause();
  const bought = [vended, unrecorded].map((buyer) => buyer.buy());
  for (const { ref } of [vended, unrecorded]) {
    await eventually(
      () => world.purchase(ref),
      (row) => row?.sends === 0,
    );
  }
  await vended.client().status(vended.ref);
  await postgres.restorePoint('before_the_claim');
  worker.resume();
  expect((await Promise.all(bought)).map(({ status }) => status)).toEqual([200, expect.any(Number)]);
  expect(await lost.buy()).toMatchObject({ status: 200 });
  await eventually(
    () => sentEvents('transaction.requery'),
    (count) => count === 1,
  );
  await postgres.archiveAll();
  for (const process of [...world.apis, ...world.workers]) await kill(process);
});
afterAll(async () => {
  await world?.stop();
  await postgres?.remove();
});

const sentEvents = (event: string) =>
  world.receiver.received.filter(({ body }) => body?.event === event && body.reference === vended.ref).length;
const vends = async ({ recipient }: Buyer) =>
  (await world.ledger()).deliveries.filter((delivery) => delivery.recipient === recipient).length;

describe('a restored database sells again what was already sent', () => {
  test('no process starts before the quarantine, and after it nothing is sent twice', async () => {
    const copy = await restored('before_the_claim');
    expect(await copy.purchase(vended)).toMatchObject({ status: 'initiated', sends: 0 });
    expect(await copy.purchase(lost)).toBeUndefined();
    await Promise.all(
      [world.addWorker, world.addApi].map((start) => expect(start(copy.settings)).rejects.toThrow('ops -- quarantine')),
    );

    const report = await copy.ops<Report>('quarantine', '--note', 'restored');
    expect(report.quarantined.map(({ reference }) => reference).sort()).toEqual([vended.ref, unrecorded.ref].sort());
    expect(report).toMatchObject({ knownAsSent: 0, eventsClosed: 1 });
    expect(await copy.ops('quarantine', '--note', 'once more')).toMatchObject({
      quarantined: [],
      knownAsSent: 2,
      eventsClosed: 0,
    });

    // with this deadline an unsent purchase older than 1 s would be refunded
    const [api, worker] = await Promise.all([
      world.addApi(copy.settings),
      world.addWorker({ ...copy.settings, START_DEADLINE_MS: '1000' }),
    ]);
    await eventually(
      () => Promise.all([vended, unrecorded].map(copy.purchase)),
      ([one, other]) => one?.status === 'success' && other?.needs_review === true,
    );
    await eventually(
      () => copy.purchase(unrecorded),
      (row) => Number(row?.checks) >= 3, // as often as it takes to refund what is known to have been sent
    );
    expect(await copy.purchase(unrecorded)).toMatchObject({ final_at: null, needs_review: true, missing_count: 0 });
    expect(await copy.entries(vended)).toEqual(['debit']);
    expect(await copy.entries(unrecorded)).toEqual(['debit']);
    expect(await Promise.all([vended, unrecorded, lost].map(vends))).toEqual([1, 0, 1]);
    expect(worker.logs('sent')).toEqual([]);
    expect(sentEvents('transaction.requery')).toBe(1);
    const shown = await copy.ops<Shown>('purchase', 'show', vended.ref);
    expect(shown.history.map(({ to, cause }) => `${to}: ${cause}`)).toEqual([
      'initiated: accepted',
      'initiated: quarantined: restored',
      ...(shown.history.length === 4 ? ['pending: nobody_answered'] : []),
      'success: provider_delivered',
    ]);

    // an operator decides the rest, and new purchases are sold
    await copy.ops('purchase', 'settle', unrecorded.ref, '--refund', '--note', 'not in the statement');
    expect(await copy.entries(unrecorded)).toEqual(['debit', 'refund']);
    expect(await lost.buy(api)).toMatchObject({ status: 200 });
    expect(await copy.ops('books', 'verify')).toMatchObject({ sound: true });
  });

  test('without the quarantine the same purchase is delivered twice', async () => {
    const copy = await restored('before_the_claim');
    await copy.ops('quarantine', '--nothing-lost', '--note', 'a mistake');
    await world.addWorker(copy.settings);
    await eventually(
      () => vends(vended),
      (count) => count === 2,
    );
  });

  test('the copy with the whole archive has every purchase and sound books', async () => {
    const copy = await restored();
    expect(await copy.purchase(lost)).toMatchObject({ status: 'success', sends: 1 });
    expect(await copy.purchase(vended)).toMatchObject({ status: 'success', sends: 1 });
    expect(await copy.ops('books', 'verify')).toMatchObject({ sound: true });
  });
});

type Report = { quarantined: { reference: string }[] };
type Shown = { history: { to: string; cause: string }[] };
type Row = {
  status: string;
  sends: number;
  checks: number;
  needs_review: boolean;
  missing_count: number;
  final_at: Date | null;
};

/** A server with the copy, and queries on it. */
async function restored(restorePoint?: string) {
  const server: RunningPostgres = await backup.restore(restorePoint);
  const ops: Ops = operators({ DATABASE_URL: server.url, KEY_ENCRYPTION_SECRET: world.keySecret });
  return {
    settings: { DATABASE_URL: server.url },
    ops,
    purchase: async ({ ref }: Buyer) =>
      (await rows<Row>(server.url, 'SELECT * FROM purchase WHERE request_ref = $1', ref))[0],
    entries: async ({ ref }: Buyer) =>
      (
        await rows<{ kind: string }>(server.url, 'SELECT kind FROM ledger_entry WHERE reference = $1 ORDER BY id', ref)
      ).map(({ kind }) => kind),
  };
}

async function rows<R>(url: string, text: string, ...values: string[]): Promise<R[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(text, values)).rows as R[];
  } finally {
    await client.end();
  }
}
