import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import path from 'node:path';
import { sandboxKeys } from '@topup/testkit';
import { openConnection } from '../load/connection';
import { requestsOf } from '../load/generate';
import type { BenchResult } from '../report-text';
import { table } from '../report-text';
import { type Program, stopAll } from '../test-bed/programs';
import type { Stores } from '../test-bed/stores';
import { startSystem } from '../test-bed/systems';
import { startTestBed } from '../test-bed/test-bed';
import { type Call, judgeLatency, type Mark, spreadOf, stepNames, stepsOf } from './steps';

// a key comes again after a second or more, so that it is looked up, as for clients that buy rarely
const ACCOUNTS = 200;

export type LatencyOptions = { warmUp: number; measured: number; print(line: string): void };

/** `overProviderP50Ms`: what the service adds to the provider's own time. */
export type LatencyResult = BenchResult & { overProviderP50Ms: number };

/**
 * Buys airtime one purchase after the other. After each it sends one order to the sandbox itself, which shows the
 * provider's part of the time.
 * @throws when a purchase is not answered with success, or when the books are not sound
 */
export async function measureLatency(
  { warmUp, measured, print }: LatencyOptions,
  stores: Stores,
): Promise<LatencyResult> {
  print('opening accounts');
  const testBed = await startTestBed(stores, ACCOUNTS);
  try {
    const tapped = { NODE_OPTIONS: `--require=${path.join(__dirname, 'tap.cjs')}` };
    const { port, programs } = await startSystem.ours((name, own) => testBed.launching(name, { ...own, ...tapped }));
    const prefix = randomBytes(6).toString('hex');
    const service = openClient(port, requestsOf({ port, apiKeys: testBed.apiKeys, refPrefix: prefix }));
    const provider = openClient(testBed.sandboxPort, payments(testBed.sandboxPort, prefix));
    const calls = { service: [] as Call[], provider: [] as Call[] };
    const buy = async (times: number) => {
      for (let n = 0; n < times; n += 1) {
        calls.service.push(await service.ask());
        calls.provider.push(await provider.ask());
      }
    };
    print(`${warmUp} purchases that are not counted, then ${measured}`);
    await buy(warmUp);
    calls.service = [];
    calls.provider = [];
    await Promise.all(programs.map(marksOf));
    await buy(measured);
    const [api = [], worker = []] = await Promise.all(programs.map(marksOf));
    service.close();
    provider.close();
    await testBed.untilIdle();
    await testBed.verifyBooks();
    await stopAll(programs);
    return report(calls, { api, worker });
  } finally {
    await testBed.remove();
  }
}

/** One persistent connection that sends the next request each time. */
function openClient(port: number, next: () => string) {
  const now = () => Number(process.hrtime.bigint()) / 1e6;
  let answered: (status: number) => void = () => undefined;
  const connection = openConnection(port, { answer: (status) => answered(status), lost: () => answered(0) });
  return {
    ask: async (): Promise<Call> => {
      const request = next();
      const answer = new Promise<{ status: number; receivedAt: number }>((resolve) => {
        answered = (status) => resolve({ status, receivedAt: now() });
      });
      const sentAt = now();
      connection.send(request);
      const { status, receivedAt } = await answer;
      if (status !== 200) throw new Error(`a purchase was answered ${status === 0 ? 'by a lost connection' : status}`);
      return { sentAt, receivedAt };
    },
    close: connection.close,
  };
}

/** The text of the worker's order to the sandbox, with a new reference each time. */
function payments(port: number, prefix: string): () => string {
  let n = 0;
  return () => {
    const lagos = new Date(Date.now() + 3_600_000).toISOString().replace(/\D/g, '').slice(0, 12);
    const request = { request_id: `${lagos}${prefix}${n}`, serviceID: 'mtn', amount: 100, phone: '08030000000' };
    n += 1;
    const body = JSON.stringify(request);
    return [
      'POST /api/pay HTTP/1.1',
      `Host: 127.0.0.1:${port}`,
      `api-key: ${sandboxKeys().VTPASS_API_KEY}`,
      `secret-key: ${sandboxKeys().VTPASS_SECRET_KEY}`,
      'Content-Type: application/json',
      `Content-Length: ${body.length}`,
      '',
      body,
    ].join('\r\n');
  };
}

async function marksOf({ child }: Program): Promise<Mark[]> {
  const answer = once(child, 'message');
  child.send('marks');
  const [{ marks }] = await answer;
  return marks;
}

function report(calls: { service: Call[]; provider: Call[] }, marks: { api: Mark[]; worker: Mark[] }): LatencyResult {
  const took = ({ sentAt, receivedAt }: Call) => receivedAt - sentAt;
  const whole = spreadOf(calls.service.map(took));
  const provider = spreadOf(calls.provider.map(took));
  const usual = stepsOf(calls.service, marks).filter((steps) => steps !== null);
  const steps = stepNames.map((step, i) => ({ step, ...spreadOf(usual.map((each) => each[i] ?? 0)) }));
  const promises = judgeLatency(whole, provider);
  const unusual = calls.service.length - usual.length;
  const row = ({ step, p50Ms, p99Ms }: (typeof steps)[number]) => [step, p50Ms.toFixed(2), p99Ms.toFixed(2)];
  return {
    lines: [
      '',
      table(
        ['step', 'p50 ms', 'p99 ms'],
        [
          ...steps,
          { step: '**the whole purchase**', ...whole },
          { step: 'the sandbox, asked directly', ...provider },
        ].map(row),
      ),
      '',
      ...(unusual > 0
        ? [
            `${unusual} purchases did not go the usual way (the sweeper found them before their job): they count in the whole only.`,
          ]
        : []),
      ...promises.map(({ line }) => line),
    ],
    exitCode: promises.every(({ holds }) => holds) ? 0 : 1,
    overProviderP50Ms: whole.p50Ms - provider.p50Ms,
    report: { whole, provider, steps, unusual },
  };
}
