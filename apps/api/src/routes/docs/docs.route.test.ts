import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { againTexts, publicCodes } from '@topup/core/errors';
import express from 'express';
import request from 'supertest';
import { errorHeaders } from '../../http/error-answer';
import { buildOpenApi } from '../../openapi/build-openapi';
import { errorSections } from '../../openapi/error-sections';
import { docsRoutes } from './docs.route';
import { BUNDLE } from './page';

// Developers meet the service here first. A page that loads from elsewhere breaks behind a firewall, and tells that
// host who reads it.

const DOCS = path.resolve(__dirname, '../../../../../docs');
const GUIDES_FOLDER = path.join(DOCS, 'integrate');
const ERRORS_DOC = path.join(GUIDES_FOLDER, 'errors.md');

const app = express();
for (const [path, handler] of docsRoutes()) app.get(path, handler);
const get = (path: string) => request(app).get(path);

describe('GET /openapi.json', () => {
  test('is the OpenAPI document, with cache headers, and compressed for whoever can read it', async () => {
    const answer = await get('/openapi.json');
    expect([answer.status, answer.type, answer.headers['cache-control']]).toEqual([
      200,
      'application/json',
      'public, max-age=300',
    ]);
    expect(answer.body).toEqual(JSON.parse(JSON.stringify(buildOpenApi())));
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

  test('every file that the page names is served with its content type', async () => {
    const { text } = await get('/docs/');
    const named = [...text.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, reference]) => String(reference));
    expect(named).toEqual(['icon.svg', expect.stringMatching(/^assets\/scalar-[0-9a-f]{16}\.js$/), 'initializer.js']);
    const types: Record<string, RegExp> = { js: /javascript/, svg: /image\/svg/ };
    for (const reference of named) {
      const answer = await get(`/docs/${reference}`);
      expect([reference, answer.status]).toEqual([reference, 200]);
      expect(answer.headers['content-type']).toMatch(types[reference.split('.').at(-1) ?? ''] ?? /^$/);
    }
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
    for (const path of ['/docs/', '/docs/initializer.js', '/docs/errors']) {
      const policy = String((await get(path)).headers['content-security-policy']);
      expect(policy).toMatch(/^default-src 'none'; script-src 'self'; /);
      expect(policy).toContain("; connect-src 'self'; ");
      expect(policy).not.toMatch(/https?:|\*|unsafe-eval/);
    }
    expect((await get('/docs/')).text).not.toMatch(/https?:|\/\//);
  });

  test('what asks another host is switched off, and a key that is typed in is not kept', async () => {
    const { text } = await get('/docs/initializer.js');
    for (const option of ['telemetry: false', 'agent: { disabled: true }', 'mcp: { disabled: true }'])
      expect(text).toContain(option);
    expect(text).toContain('withDefaultFonts: false');
    expect(text).toContain('persistAuth: false');
    expect(text).not.toContain('proxyUrl');
  });

  test('the page shows our document, with every guide', async () => {
    const { paths, info } = (await get('/docs/reference.json')).body;
    const document = JSON.parse(JSON.stringify(buildOpenApi()));
    expect(paths).toEqual(document.paths);
    const [description, guides] = [info.description.slice(0, document.info.description.length), readGuides()];
    expect(description).toBe(document.info.description);
    expect(guides.length).toBeGreaterThan(5);
    for (const { title } of guides) expect(info.description).toContain(`\n\n# ${title}\n\n`);
    expect(info.description).not.toMatch(/\]\([^)]*\.md/);
  });

  test.each(['/docs/index.html', '/docs/built.json', '/docs/assets/built.json', '/docs/%2e%2e/package.json'])(
    '%s is not served',
    async (path) => {
      expect((await get(path)).status).toBe(404);
    },
  );
});

/** Every guide but the list of them. */
const readGuides = () =>
  readdirSync(GUIDES_FOLDER)
    .filter((file) => file !== 'README.md')
    .map((file) => ({ title: /^# (.+)/.exec(readFileSync(path.join(GUIDES_FOLDER, file), 'utf8'))?.[1] }));

describe('X-Error-Code and Link lead nowhere', () => {
  const page = async () => (await get('/docs/errors')).text;

  test('there are codes, and the page has a section for each of them and no other', async () => {
    const codes = publicCodes.map(({ code }) => code);
    expect(codes.length).toBeGreaterThan(30);
    expect([...(await page()).matchAll(/ id="([^"]*)"/g)].map(([, id]) => id)).toEqual(codes);
  });

  test.each(publicCodes.map(({ code }) => code))(
    'the Link of %s leads to its section, here and in docs',
    async (code) => {
      const { Link, ...rest } = errorHeaders(code);
      expect(rest).toEqual({ 'X-Error-Code': code });
      const [, target = '', anchor] = /^<([^#>]+)#([^>]+)>; rel="help"$/.exec(String(Link)) ?? [];
      expect(anchor).toBe(code);
      const answer = await get(target);
      expect([answer.status, answer.text.split(`<section id="${anchor}">`)]).toEqual([
        200,
        [expect.any(String), expect.any(String)],
      ]);
      expect(readFileSync(ERRORS_DOC, 'utf8').split(`\n### ${anchor}\n`)).toHaveLength(2);
    },
  );

  test.each(publicCodes.map((each) => [each.code, each] as const))(
    '%s is explained: status, meaning, whether to send it again, what to do, and who answers it',
    async (code, { statuses, text, ofPurchase, advice, again }) => {
      const section = (await page()).split(`<section id="${code}">`)[1]?.split('</section>')[0] ?? '';
      expect(section).toContain(`<p>${text}</p>`);
      const shown = section.replace(/<\/?code>/g, '');
      expect([...shown.matchAll(/<dd>(.*?)<\/dd>/gs)].map(([, value]) => value)).toEqual([
        statuses.join(' or '),
        ...(ofPurchase === undefined ? [] : [ofPurchase]),
        againTexts[again],
        advice.replaceAll('<', '&lt;').replaceAll('`', ''),
        expect.stringMatching(/^(any request|every .+|(POST|GET) \/v1\/.+)$/),
      ]);
      expect(advice).toMatch(/^[A-Z`].*\.$/s);
    },
  );

  test('the endpoints of a code are those whose answers name it in the document', async () => {
    const answeredBy = Object.fromEntries(errorSections().map(({ code, facts }) => [code, facts.at(-1)?.[1]]));
    expect(answeredBy).toMatchObject({
      headers_too_large: 'any request',
      unauthorized: 'every endpoint',
      body_not_json: 'every `POST`',
      validation_failed: expect.stringMatching(/^every `POST`, `GET \/v1\/transactions`/),
      unknown_plan: '`POST /v1/data/purchase`',
      not_sent: expect.stringContaining('`POST /v1/transaction/status`'),
      no_packages: '`POST /v1/cabletv/variations`',
    });
  });

  test('what the page names is served, from this host', async () => {
    const named = [...(await page()).matchAll(/href="([^"#]+)"/g)].map(([, reference]) => String(reference));
    expect(named).toEqual(['icon.svg', 'errors.css', './']);
    for (const reference of named) {
      const { pathname } = new URL(reference, 'http://host/docs/errors');
      expect([reference, (await get(pathname)).status]).toEqual([reference, 200]);
    }
    expect((await get('/docs/errors')).headers['content-type']).toBe('text/html; charset=utf-8');
  });
});
