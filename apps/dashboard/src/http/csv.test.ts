import { once } from 'node:events';
import { get, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { columnsOf, sendCsv } from './csv';

type Row = { name: string; note: string; at?: Date };

let pages: AsyncGenerator<Row[], void, void>;
let sent: Promise<void>;
let server: Server;

beforeAll(async () => {
  const app = express().get('/file', async (_request, response) => {
    sent = sendCsv(response, {
      name: 'things',
      now: new Date('2026-11-23T04:59:59Z'),
      zone: 'America/New_York',
      columns: [
        ['name', ({ name }) => name],
        ['note', ({ note }) => note],
        ['at', ({ at }, time) => (at === undefined ? '' : time(at))],
      ],
      pages,
    });
    await sent.catch(() => response.headersSent || response.status(500).end());
  });
  server = app.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterAll(async () => {
  server.close();
  await once(server, 'close');
});

async function ask(path = '/file'): Promise<IncomingMessage> {
  const request = get({ port: (server.address() as AddressInfo).port, path });
  const [response] = await once(request, 'response');
  return response;
}

async function textOf(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

describe('a file that a spreadsheet reads differently, or that is not whole', () => {
  test('commas, quotes and line breaks are quoted, and lines end in CRLF', async () => {
    pages = (async function* () {
      yield [{ name: 'Ada, Obi', note: 'said "yes"' }];
      yield [{ name: 'two\r\nlines', note: '₦ ünï' }];
    })();
    const response = await ask();
    expect(response.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8; header=present',
      'content-disposition': 'attachment; filename="things-2026-11-22.csv"',
    });
    expect(await textOf(response)).toBe('name,note,at\r\n"Ada, Obi","said ""yes""",\r\n"two\r\nlines",₦ ünï,\r\n');
  });

  test('a formula is escaped in every column, and money below zero stays a number', async () => {
    pages = (async function* () {
      yield [{ name: '=1+1', note: '-5.00' }];
    })();
    expect(await textOf(await ask())).toBe("name,note,at\r\n'=1+1,-5.00,\r\n");
  });

  test('for a spreadsheet it has a byte order mark, and numbers that are none are texts', async () => {
    pages = (async function* () {
      yield [{ name: '08031234567', note: '-5.00', at: new Date('2026-11-22T12:00:00Z') }];
      yield [{ name: '2.02611E+33', note: '=1+1' }];
      yield [{ name: 'order-1', note: 'Ada "1"; 2' }];
    })();
    expect(await textOf(await ask('/file?for=spreadsheet'))).toBe(
      '\uFEFFname,note,at\r\n"=""08031234567""",-5.00,2026-11-22T07:00:00.000-05:00\r\n' +
        `"=""2.02611E+33""",'=1+1,\r\n"=""order-1""","Ada ""1""; 2",\r\n`,
    );
  });

  test('for another reader it is refused', async () => {
    pages = (async function* () {})();
    await ask('/file?for=excel');
    await expect(sent).rejects.toThrow('for must be spreadsheet');
  });

  test('a column is the field of its name: amounts in naira, times in the zone, facts as JSON', () => {
    type Paid = { id: bigint; paidKobo: bigint | null; paidAt: Date | null; ids: string[]; facts: object };
    const columns = columnsOf<Paid>()(['id,paid,paid_at', ['twice', ({ id }) => Number(id * 2n)], 'ids,facts']);
    const time = (at: Date) => at.toISOString();
    const cells = (row: Paid) => columns.map(([, cell]) => cell(row, time));
    expect(columns.map(([title]) => title)).toEqual(['id', 'paid', 'paid_at', 'twice', 'ids', 'facts']);
    const paid = { id: 7n, paidKobo: -5n, paidAt: new Date(0), ids: ['a', 'b'], facts: { costKobo: 1n } };
    expect(cells(paid)).toEqual(['7', '-0.05', '1970-01-01T00:00:00.000Z', 14, 'a b', '{"cost":"0.01"}']);
    const none = { paidKobo: null, paidAt: null, ids: [], facts: {} };
    expect(cells({ ...paid, ...none })).toEqual(['7', null, null, 14, '', null]);
    // a title that is no field is the type in place of the columns, so no file takes it
    expect(columnsOf<Paid>()(['id,paid_by']) satisfies 'paid_by').toHaveLength(2);
  });

  test('a file without rows has its header', async () => {
    pages = (async function* () {})();
    expect(await textOf(await ask())).toBe('name,note,at\r\n');
  });

  test('a time has its offset, so that the hour that clocks repeat is read as what it was', async () => {
    pages = (async function* () {
      for (const at of ['2026-11-01T05:30:00.007Z', '2026-11-01T06:30:00Z', '2026-11-22T00:00:00Z'])
        yield [{ name: '', note: '', at: new Date(at) }];
    })();
    const lines = (await textOf(await ask())).split('\r\n');
    expect(lines.slice(1, 4)).toEqual([
      ',,2026-11-01T01:30:00.007-04:00',
      ',,2026-11-01T01:30:00.000-05:00',
      ',,2026-11-21T19:00:00.000-05:00',
    ]);
  });

  test('a fault on the way closes the connection before the end of the answer', async () => {
    pages = (async function* () {
      yield Array.from({ length: 1000 }, () => ({ name: 'x'.repeat(100), note: '' }));
      throw new Error('the database is gone');
    })();
    const response = await ask();
    await expect(textOf(response)).rejects.toThrow('aborted');
    expect(response.complete).toBe(false);
    await expect(sent).rejects.toThrow('the database is gone');
  });

  test('a fault before the first row returns an error, not a file', async () => {
    // biome-ignore lint/correctness/useYield: it fails before it could
    pages = (async function* () {
      throw new Error('the database is gone');
    })();
    const response = await ask();
    expect(response.statusCode).toBe(500);
    expect(response.headers['content-disposition']).toBeUndefined();
    response.resume();
    await once(response, 'end');
  });

  test('no more rows are read for a client that is slow or gone', async () => {
    let read = 0;
    let ended: () => void = () => undefined;
    const end = new Promise<void>((resolve) => {
      ended = resolve;
    });
    pages = (async function* () {
      try {
        for (;;) {
          read += 1;
          yield Array.from({ length: 1000 }, () => ({ name: 'x'.repeat(1000), note: '' })); // a megabyte
          await new Promise(setImmediate);
        }
      } finally {
        ended();
      }
    })();
    const response = await ask(); // and never reads on: what the two sockets hold is all that is taken
    response.pause();
    let before = -1;
    while (before !== read) {
      before = read;
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
    expect(read).toBeLessThan(50);
    response.destroy();
    await end;
    await sent;
  });
});
