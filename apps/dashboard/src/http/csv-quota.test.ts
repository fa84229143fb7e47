import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createFairQuota } from '@topup/core/flow';
import express from 'express';
import { exportCsv } from './csv';
import { Refusal } from './refusal';

describe('one account has many files made and reads none of them', () => {
  // fault A7
  test('it is refused one more, another account gets its file, and a file that ends makes room', async () => {
    const quota = createFairQuota(4);
    let finish: () => void = () => undefined;
    const finished = new Promise<void>((resolve) => {
      finish = resolve;
    });
    const app = express().get('/:account', async (request, response) => {
      const { account } = request.params;
      const pages = (async function* () {
        yield [account];
        if (account === 'greedy') await finished;
      })();
      const file = {
        name: 'names',
        now: new Date(0),
        zone: 'UTC',
        columns: [['name', String]] as ['name', typeof String][],
        pages,
      };
      await exportCsv(quota, account, response, file).catch((error) =>
        response.status(error instanceof Refusal ? error.status : 500).end(),
      );
    });
    const server = app.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const ask = async (account: string): Promise<IncomingMessage> => {
      const [response] = await once(
        get({ port: (server.address() as AddressInfo).port, path: `/${account}` }),
        'response',
      );
      return response.resume();
    };
    const open = await Promise.all(['greedy', 'greedy', 'greedy'].map(ask));
    const refused = await ask('greedy');
    expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, '5']);
    expect((await ask('other')).statusCode).toBe(200);
    const ends = open.map((response) => once(response, 'end'));
    finish();
    await Promise.all(ends);
    expect((await ask('greedy')).statusCode).toBe(200);
    server.close();
    await once(server, 'close');
  });
});
