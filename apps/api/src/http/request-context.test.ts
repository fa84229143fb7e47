import express from 'express';
import request from 'supertest';
import { plainPath } from './http-rules';
import { openRequest } from './request-context';

/** The path in the log line of a request. */
async function loggedPath(path: string): Promise<unknown> {
  const app = express();
  const logged = new Promise((resolve) => {
    const log = {
      info: (_: string, fields?: object) => resolve(fields),
      warn: () => undefined,
      error: () => undefined,
    };
    const clock = { now: () => new Date(), monotonicMs: () => 0 };
    const metrics = { answered: () => undefined };
    app.use(plainPath, openRequest({ log, clock, metrics, requestLog: null, tracing: undefined }));
  });
  await request(app).get(path);
  return Object(await logged).path;
}

describe('the log shows a key, a token, a number or a secret of a path', () => {
  test.each([
    ['/v1/tup_live_AbC123', '/v1/tup_***'],
    ['/v1/%74up%5flive_AbC123', '/v1/tup_***'],
    ['/v1/tup%255flive_AbC123', '/v1/tup_***'],
    ['/v1/88245433881318799028', '/v1/88****************28'],
    ['/v1/transactions/08031234567', '/v1/transactions/0803*****67'],
    ['/v1/transactions/%30803%2520123_4567', '/v1/transactions/0803*******67'],
    ['/callbacks/vtpass/s3cret', '/callbacks/vtpass/…'],
    ['/Callbacks/vtpass/s3cret/more', '/Callbacks/vtpass/…'],
    ['//callbacks//vtpass/s3cret', '//callbacks//vtpass/…'],
    ['/callbacks%2Fvtpass%2Fs3cret', '/callbacks%2Fvtpass%2F…'],
    ['/v1/wallet/balance', '/v1/wallet/balance'],
  ])('%s', async (path, logged) => {
    expect(await loggedPath(path)).toBe(logged);
  });
});
