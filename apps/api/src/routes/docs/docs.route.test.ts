import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { KEEPS_REFERENCE, publicCodes } from '@topup/core/errors';
import express from 'express';
import request from 'supertest';
import { errorHeaders } from '../../http/error-answer';
import { buildOpenApi } from '../../openapi/build-openapi';
import { errorSections } from '../../openapi/error-sections';
import { docsRoutes } from './docs.route';
import { BUNDLE, GUIDES } from './guides';

// Developers meet the service here first. A page that loads from elsewhere breaks behind a firewall, and tells that
// host who reads it.

const GUIDES_FOLDER = path.resolve(__dirname, '../../../../../docs/integrate');

const app = express();
const SERVICE = { SERVICE_NAME: 'Ada & Sons', SUPPORT_CONTACT: 'help@example.com' };
for (const [path, handler] of docsRoutes(SERVICE)) app.get(path, handler);
const get = (path: string) => request(app).get(path);

describe('GET /openapi.json', () => {
  test('is the OpenAPI document, with cache headers, and compressed for clients that can read it', async () => {
    const answer = await get('/openapi.json');
    expect([answer.status, answer.type, answer.headers['cache-control']]).toEqual([
      200,
      'application/json',
      'public, max-age=300',
    ]);
    expect(answer.body).toEqual(JSON.parse(JSON.stringify(buildOpenApi(SERVICE))));
    expect(answer.body.info).toMatchObject({ title: 'Ada & Sons', contact: { name: 'help@example.com' } });
    const plain = await get('/openapi.json').set('Accept-Encoding', 'identity');
    expect([answer.headers['content-encoding'], plain.headers['content-encoding']]).toEqual(['gzip', undefined]);
    expect(plain.body).toEqual(answer.body);
    expect(Number(answer.headers['content-length'])).toBeLessThan(Number(plain.headers['content-length']) / 10);
    const again = await get('/openapi.json').set('If-None-Match', String(answer.headers.etag));
    expect([again.status, again.text]).toEqual([304, '']);
  });
});

describe('GET /', () => {
  test('leads to /docs/', async () => {
    const answer = await get('/');
    expect([answer.status, answer.headers.location]).toEqual([302, 'docs/']);
  });
});

describe('GET /docs', () => {
  test('leads to /docs/, also below a path of a proxy', async () => {
    for (const path of ['/docs', '/docs?x=/']) {
      const answer = await get(path);
      expect([answer.status, answer.headers.location]).toEqual([301, 'docs/']);
    }
    expect((await get('/docs/?x')).status).toBe(200);
  });

  test('a page with a slash too many leads to the address that its references are relative to', async () => {
    for (const name of ['errors', 'reference']) {
      const answer = await get(`/docs/${name}/`);
      expect([answer.status, answer.headers.location]).toEqual([301, `../${name}`]);
    }
  });

  test('every page of docs/integrate is served and is in the index, and together they are light', async () => {
    const files = readdirSync(GUIDES_FOLDER).filter((file) => file !== 'README.md');
    expect(Object.keys(GUIDES)).toEqual(expect.arrayContaining(files.map((file) => path.basename(file, '.md'))));
    expect(Object.keys(GUIDES)).toEqual(expect.arrayContaining(['client', 'cli', 'specification']));
    const bytes = Object.values(GUIDES).map((html) => Buffer.byteLength(html));
    expect(bytes.reduce((sum, each) => sum + each, 0)).toBeLessThan(400_000);
  });

  test.each([...Object.keys(GUIDES), 'reference'])(
    'every file and heading that /docs/%s names exists',
    async (name) => {
      const { text } = await get(`/docs/${name}`);
      const named = [...text.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, reference]) => String(reference));
      expect(named).toContain('icon.svg');
      for (const reference of named.filter((each) => !/^https?:/.test(each))) {
        const { pathname, hash } = new URL(reference, `http://host/docs/${name}`);
        const answer = await get(pathname);
        expect([reference, answer.status]).toEqual([reference, 200]);
        if (hash !== '') expect([reference, answer.text.includes(` id="${hash.slice(1)}"`)]).toEqual([reference, true]);
      }
    },
  );

  test('each file has its content type', async () => {
    for (const [file, type] of [
      ['', 'text/html'],
      ['docs.css', 'text/css'],
      ['docs.js', 'text/javascript'],
      ['initializer.js', 'text/javascript'],
      [`assets/${BUNDLE}`, 'text/javascript'],
      ['icon.svg', 'image/svg+xml'],
    ])
      expect([file, (await get(`/docs/${file}`)).type]).toEqual([file, type]);
  });

  test('the renderer is named by its hash, kept for a year, and compressed when the browser can read it', async () => {
    const path = `/docs/assets/${BUNDLE}`;
    const [plain, compressed] = await Promise.all(
      ['identity', 'gzip'].map((encoding) => get(path).set('Accept-Encoding', encoding)),
    );
    expect(plain?.headers['content-encoding']).toBeUndefined();
    expect(compressed?.headers['content-encoding']).toBe('gzip');
    expect(Number(compressed?.headers['content-length'])).toBeLessThan(Number(plain?.headers['content-length']) / 3);
    expect(compressed?.text).toBe(plain?.text);
    expect(BUNDLE).toContain(createHash('sha256').update(String(plain?.text)).digest('hex').slice(0, 16));
    for (const answer of [plain, compressed])
      expect([answer?.headers['cache-control'], answer?.headers.vary]).toEqual([
        'public, max-age=31536000, immutable',
        'Accept-Encoding',
      ]);
  });

  test('the browser asks only this host, and runs no script but the files of the page', async () => {
    for (const path of ['/docs/', '/docs/errors', '/docs/reference']) {
      const answer = await get(path);
      const policy = String(answer.headers['content-security-policy']);
      expect(policy).toMatch(/^default-src 'none'; script-src 'self'; style-src 'self'/);
      expect(policy).not.toMatch(/https?:|\*|unsafe-eval/);
      expect([path, policy.includes('unsafe-inline')]).toEqual([path, path === '/docs/reference']);
      expect(answer.text).not.toMatch(/ style=|<style| on[a-z]+=|<script>|src="(https?:|\/)/);
    }
  });

  test('what asks another host is switched off, and a key that is typed in is not kept', async () => {
    const { text } = await get('/docs/initializer.js');
    for (const option of ['telemetry: false', 'agent: { disabled: true }', 'mcp: { disabled: true }'])
      expect(text).toContain(option);
    expect(text).toContain('withDefaultFonts: false');
    expect(text).toContain('persistAuth: false');
    expect(text).not.toContain('proxyUrl');
  });

  test('the pages and the reference lead to each other', async () => {
    for (const path of ['/docs/', '/docs/quick-start']) expect((await get(path)).text).toContain('href="reference"');
    expect((await get('/docs/initializer.js')).text).toContain('[Guides](./)');
  });

  test.each(['/docs/index.html', '/docs/built.json', '/docs/assets/built.json', '/docs/%2e%2e/package.json'])(
    '%s is not served',
    async (path) => {
      expect((await get(path)).status).toBe(404);
    },
  );
});

describe('X-Error-Code and Link lead nowhere', () => {
  const page = async () => (await get('/docs/errors')).text;

  test('there are codes, and the page has a section for each of them and no other', async () => {
    const codes = publicCodes.map(({ code }) => code);
    expect(codes.length).toBeGreaterThan(30);
    expect([...(await page()).matchAll(/<h3 id="([a-z_]+)"/g)].map(([, id]) => id).sort()).toEqual(codes.toSorted());
  });

  test.each(publicCodes.map(({ code }) => code))('the Link of %s leads to its section', async (code) => {
    const { Link, ...rest } = errorHeaders(code);
    expect(rest).toEqual({ 'X-Error-Code': code });
    const [, target = '', anchor] = /^<([^#>]+)#([^>]+)>; rel="help"$/.exec(String(Link)) ?? [];
    expect(anchor).toBe(code);
    const answer = await get(target);
    expect([answer.status, answer.text.split(`<h3 id="${anchor}">`)]).toEqual([
      200,
      [expect.any(String), expect.any(String)],
    ]);
  });

  test.each(errorSections().map((each) => [each.code, each] as const))(
    '%s is explained: status, meaning, whether to send it again, what to do, and who returns it',
    async (code, { meaning, facts }) => {
      const section = (await page()).split(`<h3 id="${code}">`)[1]?.split('<h3 ')[0] ?? '';
      const shown = section.replace(/<[^>]+>/g, '').replace(/\s+/g, ' ');
      for (const [label, text] of [['', meaning], ...facts])
        expect(shown).toContain(escaped(`${label === '' ? '' : `${label}: `}${text}`));
      expect(facts.map(([, text]) => text)).toEqual(facts.map(() => expect.stringMatching(/\S/)));
    },
  );

  /** As it stands in HTML. */
  const escaped = (text: string) =>
    text.replace(/`/g, '').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll("'", '&#39;');

  test('the endpoints of a code are those whose responses name it in the document', async () => {
    const returnedBy = Object.fromEntries(errorSections().map(({ code, facts }) => [code, facts.at(-1)?.[1]]));
    expect(returnedBy).toMatchObject({
      headers_too_large: 'any request',
      unauthorized: 'every endpoint',
      body_not_json: 'every `POST`',
      validation_failed: expect.stringMatching(/^every `POST`, `GET \/v1\/transactions`/),
      unknown_plan: '`POST /v1/data/purchase`',
      not_sent: 'every purchase, `POST /v1/transaction/status`',
      no_packages: '`POST /v1/cabletv/variations`',
    });
  });

  test('only what a purchase can get says that a purchase keeps its reference', () => {
    const keeping = errorSections().flatMap(({ code, facts }) =>
      facts.some(([, text]) => text.endsWith(KEEPS_REFERENCE)) ? [code] : [],
    );
    expect(keeping).toEqual(expect.arrayContaining(['unauthorized', 'insufficient_balance', 'request_timeout']));
    for (const code of ['duplicate_reference', 'transaction_not_found', 'not_recognised', 'no_packages'])
      expect(keeping).not.toContain(code);
  });
});

test('every page has the name of this service', async () => {
  for (const path of ['/docs/', '/docs/errors', '/docs/reference', '/docs/icon.svg']) {
    const { text, body } = await get(path);
    const html = text ?? String(body);
    const named = ['Ada &#38; Sons', 'Prepaid Top-Up Service'].map((name) => html.includes(name));
    expect([path, ...named]).toEqual([path, true, false]);
  }
});
