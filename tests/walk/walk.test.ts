import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { eventually, type ServiceProcess, startWorld, type World } from '@topup/testkit';

const ROOT = path.join(__dirname, '../..');
const MAX_FILES = 14;
const MAX_LINES = 1_300;
const MAX_EXEMPTIONS = 15;

/** The folders of the walk. Files of other folders may run without being a stop. */
const ON_THE_WALK = /^(packages\/core|packages\/providers|apps\/api\/src\/(routes|send|wait)|apps\/worker\/src\/jobs)/;

/** Files that run during a purchase and need not be read to understand it, with the reason. At most MAX_EXEMPTIONS. */
const NOT_STOPS: readonly [reason: string, ...files: RegExp[]][] = [
  ['a room of core by its name, or the caller of SQL: decides nothing', /\/index\.ts$/, /\.store\.ts$/],
  ['knows no business: batches, turns, clock, database, money', /^packages\/core\/src\/(shared|flow)\//],
  ['comes before: who is calling, and the key that signs', /^packages\/core\/src\/api-key\//],
  [
    'logs, counts, traces and notes what happens',
    /^packages\/core\/src\/(request-log|fence)\//,
    /^packages\/core\/src\/(metrics\/observer|provider\/observed-provider|purchase\/traced)\.ts$/,
    /^packages\/core\/src\/purchase\/settle\/report-settlement\.ts$/,
  ],
  [
    'puts accepts, claims and settlements together into one statement',
    /^packages\/core\/src\/purchase\/(accept\/accept-(batcher|runner)|send\/claimer|settle\/settler)\.ts$/,
  ],
  [
    'whose turn it is when many have work',
    /^packages\/core\/src\/purchase\/send\/send-scheduler\.ts$/,
    /^packages\/core\/src\/webhook\/(webhook-scheduler|deliver-next)\.ts$/,
    /^apps\/worker\/src\/jobs\.ts$/,
  ],
  [
    'facts, words, texts and times in tables',
    /^packages\/core\/src\/product\//,
    /^packages\/core\/src\/purchase\/(status|settle\/(cause|goods)|requery\/requery-rules)\.ts$/,
    /^packages\/core\/src\/(queue\/job-catalog|provider\/breakers\.port)\.ts$/,
  ],
  [
    'the form of a delivery, as in the specification, and where none goes',
    /^packages\/core\/src\/webhook\/(signed-event|public-url)\.ts$/,
  ],
  [
    'how the adapter speaks to VTpass',
    /^packages\/providers\/src\/(http|meter|mint-ref|vtpass\/(answer|send|response-codes))/,
  ],
  [
    'which provider is asked, and what must not be sent now',
    /^packages\/core\/src\/(routing\/|(provider|metrics)\/watch-[a-z]+\.ts$|provider\/catalogue-owner\.ts$)/,
    /^packages\/providers\/src\/(breaker\/[a-z-]+|serving)\.ts$/,
  ],
  [
    'sends elsewhere what gave no value, and holds back what is stopped',
    /^packages\/core\/src\/purchase\/send\/(next-attempt|waiting-room)\.ts$/,
  ],
  ['which refusal comes first', /^apps\/api\/src\/routes\/check-order\.ts$/],
  ['makes the order of checked fields', /^packages\/core\/src\/purchase\/order\//],
];
const isListed = (file: string) => NOT_STOPS.some(([, ...files]) => files.some((pattern) => pattern.test(file)));

const read = (file: string) => readFileSync(path.join(ROOT, file), 'utf8');
const [, section = ''] = read('ARCHITECTURE.md').split('## The walk of one airtime purchase');
const [walk = ''] = section.split('\n## ');
const stops = [...walk.matchAll(/^\d+\. \[[^\]]+\]\(([^)#]+)\)/gm)].flatMap(([, target]) => target ?? []);

describe('a newcomer gets lost on the way of one purchase', () => {
  test('the walk has at most 14 files, 1,300 lines and 15 exemptions, and no file twice', () => {
    const lines = stops.reduce((sum, file) => sum + read(file).trimEnd().split('\n').length, 0);
    expect({ files: stops.length <= MAX_FILES, lines: lines <= MAX_LINES ? 'few enough' : lines }).toEqual({
      files: true,
      lines: 'few enough',
    });
    expect(NOT_STOPS.length).toBeLessThanOrEqual(MAX_EXEMPTIONS);
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
    ['record_settlements.sql', 'judge_settlements('],
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
