import express from 'express';
import request from 'supertest';
import { errorHandler } from './error-handler';
import { requestLog } from './request-log';

test.each([
  ['/transactions/88245433881318799028', '/transactions/8824**************28'],
  ['/api/operator/purchases/08031234567', '/api/operator/purchases/0803*****67'],
  ['/api/operator/purchases/%30803%2520123_4567', '/api/operator/purchases/0803*******67'],
  ['/api/keys/tup_live_AbC123', '/api/keys/tup_***'],
  ['/api/deliveries/01964d3e-1234-7000-8000-123456789012', '/api/deliveries/01964d3e-1234-7000-8000-123456789012'],
])(
  'the log does not show the number or key of the path %s, and neither does that of its failure',
  async (path, shown) => {
    const lines: [message: string, path: unknown][] = [];
    const app = express();
    const ended = new Promise<void>((resolve) => {
      const keep = (message: string, fields?: object) => void lines.push([message, Object(fields).path]);
      const info = (message: string, fields?: object) => resolve(keep(message, fields));
      const log = { info, warn: keep, error: keep };
      app.use(requestLog({ clock: { now: () => new Date(), monotonicMs: () => 0 }, log }), () => {
        throw new Error('broken');
      });
      app.use(errorHandler({ log }));
    });
    await request(app).get(path).expect(500);
    await ended;
    expect(lines).toEqual([
      ['request failed', shown],
      ['request', shown],
    ]);
  },
);
