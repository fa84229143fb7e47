import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { eventually, type ServiceProcess, startWorld, type World } from '@topup/testkit';

const ROOT = path.join(__dirname, '../..');
const MAX_FILES = 15;
const MAX_LINES = 1_500;

/** What the walk is about. Files of other folders may run without being a stop. */
const ON_THE_WALK = /^(packages\/core|packages\/providers|apps\/api\/src\/(routes|send|wait)|apps\/worker\/src\/jobs)/;

/** Files that run during a purchase and need not be read to understand it, with the reason. */
const NOT_STOPS: readonly [pattern: RegExp, reason: string][] = [
  [/\/index\.ts$/, 'a room of core, by its name'],
  [/\.store\.ts$/, 'calls the SQL and decides nothing'],
  [/^packages\/core\/src\/shared\//, 'knows no business: batcher, semaphore, clock, database, money'],
  [/^packages\/core\/src\/api-key\//, 'comes before: who is calling, and the key that signs'],
  [/^packages\/core\/src\/request-log\//, 'records the request after its answer'],
  [/^packages\/core\/src\/witness\//, 'judges the server of a connection, and notes what was committed'],
  [/^packages\/core\/src\/(metrics\/observer|provider\/observed-provider)\.ts$/, 'counts what happens'],
  [/^packages\/core\/src\/purchase\/accept\/accept-(batcher|runner)\.ts$/, 'puts accepts together into one statement'],
  [/^packages\/core\/src\/purchase\/(send\/claimer|settle\/settler)\.ts$/, 'the same for claims and settlements'],
  [
    /^packages\/core\/src\/(purchase\/send\/(lane|send-scheduler)|webhook\/(webhook-scheduler|deliver-next|delivery-results))\.ts$/,
    'whose turn it is when many have work',
  ],
  [/^packages\/core\/src\/purchase\/(status|settle\/cause)\.ts$/, 'lists of statuses, texts and codes'],
  [/^packages\/core\/src\/purchase\/requery\/requery-rules\.ts$/, 'when an open purchase is requeried'],
  [/^packages\/core\/src\/purchase\/settle\/report-settlement\.ts$/, 'logs and counts what was recorded'],
  [/^packages\/core\/src\/purchase\/with-request-id\.ts$/, 'puts the request id into the log'],
  [
    /^packages\/core\/src\/(purchase\/traced\/|webhook\/deliver-traced)/,
    'puts spans around the steps, if traces are on',
  ],
  [/^packages\/core\/src\/queue\/job-catalog\.ts$/, 'the names of the queues'],
  [
    /^packages\/core\/src\/webhook\/(event-body|event-headers|signed-event)\.ts$/,
    'the form of a delivery, as in the specification',
  ],
  [/^packages\/core\/src\/webhook\/public-url\.ts$/, 'the addresses to which no event goes'],
  [/^packages\/core\/src\/webhook\/mask-url\.ts$/, 'hides the URL in the record of the request that set it'],
  [
    /^packages\/providers\/src\/(http|meter|mint-ref|vtpass\/(answer|send|response-codes))/,
    'how the adapter speaks to VTpass',
  ],
  [/^packages\/providers\/src\/breaker\/[a-z-]+\.ts$/, 'learns what must not be sent now'],
  [/^packages\/core\/src\/routing\//, 'chooses the provider, and changes nothing'],
  [/^packages\/core\/src\/purchase\/send\/next-attempt\.ts$/, 'sends elsewhere what gave no value'],
  [/^apps\/api\/src\/routes\/check-order\.ts$/, 'which refusal comes first'],
  [/^packages\/core\/src\/(provider|metrics)\/watch-[a-z]+\.ts$/, 'reads what is closed by hand, and reports breakers'],
  [/^packages\/providers\/src\/serving\.ts$/, 'hands an order to the provider that its purchase names'],
  [/^packages\/core\/src\/provider\/breakers\.port\.ts$/, 'the words for breakers'],
  [/^packages\/core\/src\/purchase\/send\/(wait-for-provider|waiting-room)\.ts$/, 'holds back what is stopped'],
  [/^packages\/core\/src\/purchase\/settle\/goods\.ts$/, 'what a meter was given; airtime gives nothing more to keep'],
  [/^apps\/worker\/src\/jobs\.ts$/, 'passes the id of a job on'],
];
const isListed = (file: string) => NOT_STOPS.some(([pattern]) => pattern.test(file));

const read = (file: string) => readFileSync(path.join(ROOT, file), 'utf8');
const [, section = ''] = read('ARCHITECTURE.md').split('## The walk of one airtime purchase');
const [walk = ''] = section.split('\n## ');
const stops = [...walk.matchAll(/^\d+\. \[[^\]]+\]\(([^)#]+)\)/gm)].flatMap(([, target]) => target ?? []);

describe('a newcomer gets lost on the way of one purchase', () => {
  test('the walk has at most 15 files and 1,500 lines, and no file twice', () => {
    const lines = stops.reduce((sum, file) => sum + read(file).trimEnd().split('\n').length, 0);
    expect({ files: stops.length <= MAX_FILES, lines: lines <= MAX_LINES ? 'few enough' : lines }).toEqual({
      files: true,
      lines: 'few enough',
    });
    expect(new Set(stops).size).toBe(stops.length);
  });

  test.each([
    ['purchase.route.ts', 'sellPurchase('],
    ['sell-purchase.ts', 'acceptPurchase('],
    ['sell-purchase.ts', 'reserveDispatch('],
    ['accept_purchases.sql', 'FUNCTION accept_purchases('],
    ['open-queue.ts', 'addJobs('],
    ['send-purchase.ts', 'claimPurchase('],
    ['claim_purchases.sql', 'FUNCTION claim_purchases('],
    ['send-purchase.ts', 'provider.send('],
    ['send-purchase.ts', 'verdictOfSend('],
    ['send-purchase.ts', 'settlePurchase('],
    ['record_settlements.sql', 'settlement_outcome('],
    ['settle-purchase.ts', 'enqueueEvent('],
    ['purchase-waiter.ts', 'readMovedPurchases('],
    ['deliver-webhook.ts', 'poster.post('],
  ])('%s contains %s', (stop, call) => {
    const file = stops.find((link) => link.endsWith(`/${stop}`)) ?? 'not a stop';
    expect(read(file)).toContain(call);
  });
});

describe('a file of the way of one purchase is missing from the walk', () => {
  const directory = mkdtempSync(path.join(tmpdir(), 'topup-walk-'));
  let world: World;

  beforeAll(async () => {
    const probe = path.join(__dirname, 'coverage-probe.cjs');
    world = await startWorld({
      settings: { NODE_OPTIONS: `--require=${probe}`, WALK_COVERAGE_DIR: directory },
    });
    await world.client.setWebhook(world.receiver.url);
    await buy(); // the first purchase loads and caches what later ones only use
  });
  afterAll(async () => {
    await world?.stop();
    rmSync(directory, { recursive: true });
  });

  async function buy(): Promise<void> {
    const ref = randomUUID();
    expect(await world.client.buyAirtime({ ref })).toMatchObject({ status: 200 });
    await world.receiver.waitFor(({ body }) => body?.reference === ref && body.event === 'airtime.purchase.success');
  }

  /** Signals the probe, and waits for its line. */
  async function probe(processes: readonly ServiceProcess[]): Promise<void> {
    const done = (service: ServiceProcess) => service.lines.filter((line) => line === 'coverage probe: done').length;
    const before = processes.map(done);
    for (const { pid } of processes) process.kill(pid, 'SIGUSR2');
    await eventually(
      () => processes.map(done),
      (counts) => counts.every((count, i) => count > (before[i] ?? 0)),
    );
  }

  /** The source of a compiled file, from the root of the clone. */
  function sourceOf(file: string): string {
    return path.relative(ROOT, file).replace('/dist/', '/src/').replace(/\.js$/, '.ts');
  }

  test('every file that runs is a stop, or stands on the list with its reason', async () => {
    const processes = [...world.apis, ...world.workers];
    await probe(processes);
    await buy();
    await probe(processes);

    const ran = processes.flatMap(({ pid }) =>
      (JSON.parse(readFileSync(path.join(directory, `${pid}.json`), 'utf8')) as { file: string }[]).map(({ file }) =>
        sourceOf(file),
      ),
    );
    const files = [...new Set(ran)].filter((file) => ON_THE_WALK.test(file)).sort();
    expect(files.filter((file) => !stops.includes(file) && !isListed(file))).toEqual([]);
    const ours = stops.filter((file) => ON_THE_WALK.test(file));
    expect(ours.filter((file) => !files.includes(file))).toEqual([]);
  });
});
