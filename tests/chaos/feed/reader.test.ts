import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';

const ROWS = Array.from({ length: 12 }, (_, n) => ({ reference: `r-${n}`, status: 'successful', changed_at: `${n}` }));

let directory: string;
let file: string;
let server: Server;
/** The responses of the api before it returns pages. */
let first: number[];
let asked: string[];

beforeEach(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'topup-reader-'));
  file = path.join(directory, 'pages.jsonl');
  first = [];
  asked = [];
  server = createServer((request, response) => {
    const query = new URL(String(request.url), 'http://api').searchParams;
    asked.push(query.get('after') ?? 'the beginning');
    const from = Number(query.get('after') ?? 0);
    const data = ROWS.slice(from, from + Number(query.get('limit')));
    response.statusCode = first.shift() ?? 200;
    response.end(JSON.stringify({ data, next_cursor: String(from + data.length) }));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
});
afterEach(async () => {
  server.close();
  rmSync(directory, { recursive: true, force: true });
});

/** @returns its exit code */
async function readToTheEnd(): Promise<number> {
  const child = fork(path.join(__dirname, 'reader.cjs'), [], {
    env: { FILE: file, KEY: 'key' },
    execArgv: [],
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  child.on('message', () => child.send({ url, last: true }));
  const [code] = await once(child, 'exit');
  return code;
}

const rows = () =>
  readFileSync(file, 'utf8')
    .trimEnd()
    .split('\n')
    .flatMap((line) => JSON.parse(line).rows);

describe('the reader of a chaos run loses a page or takes one twice, and the audit blames the service', () => {
  test('it writes every row once, page by page', async () => {
    expect(await readToTheEnd()).toBe(0);
    expect(rows()).toEqual(ROWS);
    expect(asked).toEqual(['the beginning', '5', '10', '12']);
  });

  test('after a kill in the middle of a line it goes on from the last complete one', async () => {
    writeFileSync(file, `${JSON.stringify({ rows: ROWS.slice(0, 7), cursor: '7' })}\n{"rows":[{"refere`);
    expect(await readToTheEnd()).toBe(0);
    expect(asked[0]).toBe('7');
    expect(rows()).toEqual(ROWS);
  });

  test('it asks again while the service is away or declines', async () => {
    first = [503, 429];
    expect(await readToTheEnd()).toBe(0);
    expect(rows()).toEqual(ROWS);
  });

  test('a refused request ends it', async () => {
    first = [400];
    expect(await readToTheEnd()).toBe(1);
  });
});
