import { AppError, type ErrorCode, errorCatalog } from '@topup/core/errors';
import express from 'express';
import request from 'supertest';
import { errorHandler } from './error-handler';
import { openRequest } from './request-context';

const logged: { message: string; fields: object | undefined }[] = [];
const log = {
  info: () => undefined,
  warn: () => undefined,
  error: (message: string, fields?: object) => logged.push({ message, fields }),
};

/** An app whose only route throws this. */
const throwing = (error: unknown, authorization = '') => {
  const app = express();
  app.use(
    openRequest({
      log,
      metrics: { answered: () => undefined },
      requestLog: null,
      tracing: undefined,
      clock: { now: () => new Date(), monotonicMs: () => 0 },
    }),
  );
  app.get('/', () => {
    throw error;
  });
  app.use(errorHandler({ log }));
  return request(app).get('/').set('Authorization', authorization);
};

const codes = Object.keys(errorCatalog) as ErrorCode[];

test.each(codes)('%s leaves with the status, text and shape of the catalogue', async (code) => {
  const { status, text } = errorCatalog[code];
  const answer = await throwing(new AppError(code));
  expect(answer.status).toBe(status);
  expect(answer.body).toEqual(
    status === 401 ? { message: text, error: 'unauthorized' } : { status: 'error', message: text },
  );
  expect(answer.headers['retry-after']).toBe(status === 429 || code === 'unavailable' ? '1' : undefined);
  expect(answer.headers['x-request-id']).toBeDefined();
  expect(answer.headers['x-error-code']).toBe(code);
  expect(answer.headers.link).toBe(`</docs/errors#${code}>; rel="help"`);
  expect(answer.headers['www-authenticate']).toBe(status === 401 ? 'Bearer' : undefined);
});

test.each([
  ['Bearer tup_live_x', 'Bearer error="invalid_token"'],
  ['bearer  x', 'Bearer error="invalid_token"'],
  ['Bearer', 'Bearer'],
  ['Basic dXNlcjpwYXNz', 'Bearer'],
])('a 401 to %s is challenged by %s', async (authorization, challenge) => {
  const answer = await throwing(new AppError('unauthorized'), authorization);
  expect(answer.headers['www-authenticate']).toBe(challenge);
});

test('an overloaded service answers 429 before the debit, so the client may repeat the request', () => {
  expect(errorCatalog.overloaded).toMatchObject({ status: 429, again: 'same' });
});

test('an unforeseen error tells the client nothing and the log what happened', async () => {
  const answer = await throwing(new Error('connect to postgresql://topup:secret@db failed'));
  expect([answer.status, answer.body]).toEqual([500, { status: 'error', message: errorCatalog.internal.text }]);
  expect(logged.at(-1)).toMatchObject({
    message: 'request failed',
    fields: { code: 'internal', requestId: answer.headers['x-request-id'] },
  });
});
