import { randomBytes, randomUUID } from 'node:crypto';
import path from 'node:path';
import { freePort } from '@topup/embedded';
import {
  type ApiProcess,
  eventually,
  type LogEntry,
  type PurchaseRow,
  type ReceivedWebhook,
  type ServiceProcess,
  startWorld,
  type World,
} from '@topup/testkit';
import { type Collector, startCollector } from './support/collector';

const PROBE = { NODE_OPTIONS: `--require=${path.join(__dirname, 'support/module-probe.cjs')}` };
const AIRTIME = { network: 'mtn', phone: '08031234567', amount: 100 };
/** The SMS to the customer has no span. */
const SMS = 'SMS not sent: no SMS provider is set up';
/** Pending at first; a requery finds it delivered about 2 s after the send. */
const DELIVERED_LATER = { ...AIRTIME, phone: '08000200000' };
const ELECTRICITY = {
  disco: 'ikeja-electric',
  meter_number: '1111111111111',
  meter_type: 'prepaid',
  amount: 2_000,
  phone: '08031234567',
};

let world: World;
let collector: Collector;
beforeAll(async () => {
  collector = await startCollector();
  world = await startWorld({ settings: PROBE });
  await world.client.setWebhook(world.receiver.url);
});
afterAll(async () => {
  await world?.stop();
  await collector?.stop();
});

/** Stops the api and the worker that run, and starts others with these settings. */
async function restart(settings: Record<string, string>): Promise<{ api: ApiProcess; worker: ServiceProcess }> {
  await stop();
  const [api, worker] = await Promise.all([world.addApi(settings), world.addWorker(settings)]);
  return { api, worker };
}

/** Stops the processes that run. A stop sends the spans that they still have. */
async function stop(): Promise<void> {
  const running = [world.apis.at(-1), world.workers.at(-1)].filter((process) => process?.unbidden() === undefined);
  await Promise.all(running.map((process) => process?.stop()));
}

/** A client's own span: what it sends as `traceparent`. */
function clientSpan(flags = '01') {
  const [traceId, spanId] = [randomBytes(16).toString('hex'), randomBytes(8).toString('hex')];
  return { traceId, spanId, traceparent: `00-${traceId}-${spanId}-${flags}` };
}

async function buy(api: ApiProcess, product: string, order: object, traceparent: string): Promise<string> {
  const ref = randomUUID();
  const answer = await fetch(`${api.url}/v1/${product}/purchase`, {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${world.account.apiKey}`,
      'Content-Type': 'application/json',
      Connection: 'close',
      traceparent,
    },
    body: JSON.stringify({ ...order, request_ref: ref }),
  });
  expect([200, 202]).toContain(answer.status);
  return ref;
}

const webhookOf = (ref: string, event = 'airtime.purchase.success') =>
  world.receiver.waitFor(({ body }) => body?.reference === ref && body.event === event);

/** The packages of OpenTelemetry that the process has loaded. */
async function loadedBy(process_: ServiceProcess): Promise<string[]> {
  process.kill(process_.pid, 'SIGUSR2');
  const [line = ''] = await eventually(
    () => process_.lines.filter((each) => each.startsWith('module probe: ')),
    (lines) => lines.length > 0,
  );
  return line.replace('module probe: ', '').split(' ');
}

type ClientSpan = ReturnType<typeof clientSpan>;

/** The spans of a trace as `service: name < name of its parent`; the client's own is `client`. */
function treeOf(client: ClientSpan): string[] {
  const spans = collector.spans.filter(({ traceId }) => traceId === client.traceId);
  const nameOf = new Map([[client.spanId, 'client'], ...spans.map(({ spanId, name }) => [spanId, name] as const)]);
  return spans.map(({ service, name, parent }) => `${service}: ${name} < ${nameOf.get(parent)}`).sort();
}

const attributesOf = (client: ClientSpan, name: string) =>
  collector.spans.find((span) => span.traceId === client.traceId && span.name === name)?.attributes;

describe('traces cost those who do not want them', () => {
  test('without a collector nothing is loaded, and nothing is written, logged or sent', async () => {
    const [api, worker] = [world.apis[0], world.workers[0]] as [ApiProcess, ServiceProcess];
    const ref = await buy(api, 'airtime', AIRTIME, clientSpan().traceparent);
    expect((await webhookOf(ref)).headers).not.toHaveProperty('traceparent');
    expect(await world.purchase(ref)).toMatchObject({ traceparent: null });
    for (const process of [api, worker]) {
      expect(await loadedBy(process)).toEqual(['api']); // by prom-client, which makes no spans
      expect(process.lines.join()).not.toContain('trace_id');
    }
  });

  test('a collector that is away delays no purchase, and a stop by 3 s at most', async () => {
    const { api, worker } = await restart({
      OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${await freePort()}`,
      OTEL_TRACES_SAMPLER: 'parentbased_always_off',
    });
    const unsampled = await buy(api, 'airtime', AIRTIME, clientSpan('00').traceparent);
    const sampled = await buy(api, 'airtime', AIRTIME, clientSpan().traceparent);
    expect((await webhookOf(unsampled)).headers).not.toHaveProperty('traceparent');
    expect((await webhookOf(sampled)).headers).toHaveProperty('traceparent');
    expect(worker.logs('settled')).toHaveLength(2);
    expect(await Promise.all([api.stop(), worker.stop()])).toEqual([0, 0]);
    for (const process of [api, worker]) expect(process.logs('the last traces were not sent')).toHaveLength(1);
  });
});

describe('nobody sees where the time of one purchase went', () => {
  const [airtime, electricity, later] = [clientSpan(), clientSpan(), clientSpan()];
  const logged = new Map<string, LogEntry[]>();
  let webhook: ReceivedWebhook;

  beforeAll(async () => {
    const { api, worker } = await restart({
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      OTEL_EXPORTER_OTLP_HEADERS: 'X-Collector-Key=a%20secret',
      OTEL_TRACES_SAMPLER: 'always_on',
    });
    const refs = await Promise.all([
      buy(api, 'airtime', AIRTIME, airtime.traceparent),
      buy(api, 'electricity', ELECTRICITY, electricity.traceparent),
      buy(api, 'airtime', DELIVERED_LATER, later.traceparent),
    ]);
    webhook = await webhookOf(refs[0]);
    await webhookOf(refs[2]);
    await stop();
    for (const ref of refs) {
      const { id } = (await world.purchase(ref)) as PurchaseRow;
      const lines = [api, worker].flatMap((process) =>
        process.logs().filter((entry) => entry.requestRef === ref && entry.message !== SMS),
      );
      logged.set(id, lines);
    }
  });

  test('airtime is one trace, from its client through the queue and the provider to its webhook', () => {
    expect(treeOf(airtime)).toEqual([
      'topup-api: POST /v1/airtime/purchase < client',
      'topup-api: accept < POST /v1/airtime/purchase',
      'topup-worker: claim < process airtime',
      'topup-worker: process airtime < POST /v1/airtime/purchase',
      'topup-worker: queue airtime < POST /v1/airtime/purchase',
      'topup-worker: settle < process airtime',
      'topup-worker: vtpass send < process airtime',
      'topup-worker: webhook < POST /v1/airtime/purchase',
    ]);
    expect(attributesOf(airtime, 'POST /v1/airtime/purchase')).toMatchObject({ 'http.response.status_code': 200 });
    expect(attributesOf(airtime, 'claim')).toMatchObject({ 'topup.provider': 'vtpass', 'topup.attempt': 1 });
    expect(attributesOf(airtime, 'vtpass send')).toMatchObject({ 'topup.outcome': 'delivered' });
    expect(attributesOf(airtime, 'settle')).toMatchObject({ 'topup.target_status': 'success' });
    expect(attributesOf(airtime, 'webhook')).toMatchObject({ 'http.response.status_code': 200 });
  });

  test('electricity, which the api sends itself, is one trace too', () => {
    expect(treeOf(electricity)).toEqual([
      'topup-api: POST /v1/electricity/purchase < client',
      'topup-api: accept < POST /v1/electricity/purchase',
      'topup-api: claim < process electricity',
      'topup-api: process electricity < POST /v1/electricity/purchase',
      'topup-api: settle < process electricity',
      'topup-api: vtpass send < process electricity',
    ]);
  });

  test('what a sweeper does later, without a job, goes on in the trace', () => {
    const tree = treeOf(later);
    expect(tree).toContain('topup-worker: requery < POST /v1/airtime/purchase');
    expect(tree).toContain('topup-worker: vtpass requery < requery');
    expect(tree).toContain('topup-worker: settle < requery');
    expect(tree).toContain('topup-worker: webhook < POST /v1/airtime/purchase');
  });

  test('spans and log lines name the purchase and each other, and nothing that is secret or personal', () => {
    const traces = [airtime, electricity, later];
    expect([...logged.keys()]).toHaveLength(traces.length);
    for (const [i, [id, lines]] of [...logged].entries()) {
      const spans = collector.spans.filter(({ traceId }) => traceId === traces[i]?.traceId);
      for (const { attributes, startNs, endNs } of spans) {
        expect(attributes).toMatchObject({ 'topup.purchase_id': id });
        expect(endNs).toBeGreaterThanOrEqual(startNs);
      }
      expect(lines.length).toBeGreaterThan(3);
      const spanIds = spans.map(({ spanId }) => spanId);
      for (const line of lines) {
        expect(line).toMatchObject({ trace_id: traces[i]?.traceId });
        expect(spanIds).toContain(line.span_id);
      }
    }
    const told = JSON.stringify(collector.spans.map(({ attributes, name }) => [name, attributes]));
    for (const secret of [AIRTIME.phone, ELECTRICITY.meter_number, world.account.apiKey, world.receiver.url])
      expect(told).not.toContain(secret);
  });

  test('a receiver can go on with the trace, and the collector knows who speaks', () => {
    const delivery = collector.spans.find(({ name, traceId }) => name === 'webhook' && traceId === airtime.traceId);
    expect(webhook.headers.traceparent).toBe(`00-${airtime.traceId}-${delivery?.spanId}-01`);
    expect(collector.headers[0]).toMatchObject({ 'x-collector-key': 'a secret' });
  });
});
