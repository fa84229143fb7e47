import { spawnSync } from 'node:child_process';
import { describeIf, onThePath } from '@topup/testkit';
import { read } from '../pages';
import { type Call, type Driver, startProcess, startTypeScript } from './drivers';
import { type Step, startScripted } from './scripted-server';

// All clients do the same: what they send, what they send again and after how long, and how a call ends.

type Behaviour = {
  name: string;
  call: Call;
  server: Step[] | 'refused';
  outcome: { resolves: object } | { rejects: object };
  /** The seconds that the client sleeps, as least values. */
  waits?: number[];
};

type Client = { label: string; isReady(): boolean; reason: string; start(): Driver };

const program = (label: string, name: string, ready: string[], reason: string, driver: string): Client => ({
  label,
  isReady: () => onThePath(name) !== undefined && spawnSync(name, ready).status === 0,
  reason,
  start: () => startProcess(name, driver),
});

const HAS_CURL = ['-r', 'exit(extension_loaded("curl") ? 0 : 1);'];

const CLIENTS: Client[] = [
  { label: 'TypeScript', isReady: () => true, reason: '', start: startTypeScript },
  program('PHP', 'php', HAS_CURL, 'there is no php with curl', 'clients/php/tests/driver.php'),
  program('Python', 'python3', ['--version'], 'there is no python3', 'clients/python/tests/driver.py'),
];

const BEHAVIOURS: Behaviour[] = JSON.parse(read('clients/vectors/behaviours.json'));
const API_KEY = 'tup_test_behaviours';

test('each behaviour has a name of its own, and either resolves or rejects', () => {
  expect(BEHAVIOURS.length).toBeGreaterThan(90);
  expect(new Set(BEHAVIOURS.map(({ name }) => name)).size).toBe(BEHAVIOURS.length);
  for (const { outcome } of BEHAVIOURS) expect(Object.keys(outcome).join()).toMatch(/^(resolves|rejects)$/);
});

for (const { label, isReady, reason, start } of CLIENTS)
  describeIf(isReady(), `a program in ${label} buys twice, or takes a sale for none`, reason, () => {
    let driver: Driver;
    beforeAll(() => {
      driver = start();
    });
    afterAll(() => driver?.stop());

    test.each(BEHAVIOURS)(`${label}: $name`, async ({ call, server: script, outcome, waits }) => {
      const server = await startScripted(script, { apiKey: API_KEY, order: call.args[0] });
      try {
        const said = await driver.drive({ baseUrl: server.baseUrl, apiKey: API_KEY, call });
        expect(said).toMatchObject(outcome);
        expect(server.faults()).toEqual([]);
        if (waits !== undefined) expectWaits(said.waits, waits);
      } finally {
        await server.close();
      }
    });
  });

function expectWaits(slept: number[], least: number[]): void {
  const isLongEnough = slept.length === least.length && slept.every((each, i) => each >= Number(least[i]));
  const isNotTooLong = slept.every((each, i) => each <= 2 * Number(least[i]) + 30);
  expect({ slept, isLongEnough, isNotTooLong }).toEqual({ slept, isLongEnough: true, isNotTooLong: true });
}
