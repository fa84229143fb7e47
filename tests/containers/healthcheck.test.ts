import { spawn } from 'node:child_process';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { ROOT } from './compose';

// A container that is called healthy too early gets requests, and one that is called ill too early is restarted.

const asked: string[] = [];
let server: Server;
let status = 200;
let port = '';

beforeAll(async () => {
  server = createServer((request, response) => {
    asked.push(`${request.headers.host}${request.url}`);
    if (status !== 0) response.writeHead(status).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  port = String((server.address() as AddressInfo).port);
});
afterAll(() => {
  server.closeAllConnections();
  return new Promise((resolve) => server.close(resolve));
});
beforeEach(() => {
  status = 200;
  asked.length = 0;
});

/** Runs it as the containers do. @returns its exit code */
function probe(words: string[], settings: Record<string, string>): Promise<number | null> {
  const child = spawn(process.execPath, [path.join(ROOT, 'docker/healthcheck.mjs'), ...words], { env: settings });
  return new Promise((resolve) => child.once('exit', resolve));
}

test.each([
  ['api', '/ready', 'API_OPS_PORT'],
  ['worker', '/ready', 'WORKER_OPS_PORT'],
  ['dashboard', '/live', 'DASHBOARD_PORT'],
  ['sandbox', '/healthz', 'SANDBOX_PORT'],
])('%s is healthy when %s on %s returns 200', async (name, at, setting) => {
  expect(await probe([name, at], { [setting]: port, LISTEN_HOST: '0.0.0.0', SANDBOX_HOST: '0.0.0.0' })).toBe(0);
  expect(asked).toEqual([`127.0.0.1:${port}${at}`]);
});

test.each([503, 404, 302, 204])('an answer of %i is not health', async (answer) => {
  status = answer;
  expect(await probe(['api', '/ready'], { API_OPS_PORT: port })).toBe(1);
});

test('a process that is away, that never answers, or that nobody knows is not healthy', async () => {
  status = 0;
  expect(await probe(['api', '/ready'], { API_OPS_PORT: port })).toBe(1);
  expect(await probe(['api', '/ready'], { API_OPS_PORT: '1' })).toBe(1);
  expect(await probe(['nobody', '/ready'], {})).toBe(1);
});

test('a process that listens on one address is asked there', async () => {
  const settings = { API_OPS_PORT: port, OPS_HOST: '127.0.0.1', LISTEN_HOST: '203.0.113.1' };
  expect(await probe(['api', '/ready'], settings)).toBe(0);
  expect(await probe(['api', '/ready'], { ...settings, OPS_HOST: '127.0.0.2' })).toBe(1);
});

test('without a name it asks about the first process of the container, which is not ours here', async () => {
  expect(await probe([], { API_OPS_PORT: port })).toBe(1);
  expect(asked).toEqual([]);
});

test.each(['ops', 'migrate', 'demo'])('the command %s answers nobody, and is never called ill', async (name) => {
  expect(await probe([name], {})).toBe(0);
});
