import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import express from 'express';
import request from 'supertest';
import { errorHandler } from './error-handler';
import { servePages } from './serve-pages';

let directory: string;
beforeAll(() => {
  directory = mkdtempSync(path.join(tmpdir(), 'topup-pages-'));
  mkdirSync(path.join(directory, 'assets'));
  writeFileSync(path.join(directory, 'index.html'), '<meta name="support" content="" /><title>built</title>');
});
afterAll(() => rmSync(directory, { recursive: true }));

/** No name may add anything to a page but its text. */
const SITE = { name: 'A & B <script>', support: '"help"@example.com' };
const PAGE = '<meta name="support" content="&#34;help&#34;@example.com" /><title>A &#38; B &#60;script&#62;</title>';
const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
const get = (url: string, accept?: string) => {
  const app = express().use(servePages(SITE, directory)).use(errorHandler({ log }));
  const asked = request(app).get(url);
  return accept === undefined ? asked : asked.set('Accept', accept);
};

describe('a monitor or curl that asks whether the dashboard is there', () => {
  test.each([undefined, '*/*', 'text/html', 'text/*;q=0.5', 'application/json, */*;q=0.1'])(
    'GET / with Accept %p is the page',
    async (accept) => {
      expect(await get('/', accept)).toMatchObject({ status: 200, text: PAGE });
    },
  );

  test('HEAD / too', async () => {
    const app = express().use(servePages(SITE, directory));
    expect((await request(app).head('/').set('Accept', '*/*')).status).toBe(200);
  });

  test('a client that takes only JSON gets no page', async () => {
    expect((await get('/', 'application/json')).status).toBe(404);
  });
});

describe('what is no page', () => {
  test.each(['/robots.txt', '/favicon.png', '/keys'])(
    'a program gets 404 for %s, and not a page that it would take for the file',
    async (url) => {
      expect((await get(url, '*/*')).status).toBe(404);
    },
  );

  test('an address of the pages is the page for a browser', async () => {
    expect((await get('/keys', 'text/html,application/xhtml+xml,*/*;q=0.8')).status).toBe(200);
  });
});
