import { publicCodes } from '@topup/core/errors';
import express from 'express';
import request from 'supertest';
import { errorHeaders } from '../../http/error-answer';
import { buildOpenApi } from '../../openapi/build-openapi';
import { docsRoutes } from './docs.route';

// Developers meet the service here first. A page that loads from elsewhere breaks behind a firewall, and tells that
// host who reads it.

const app = express();
for (const [method, path, handler] of docsRoutes()) app[method](path, handler);
const get = (path: string) => request(app).get(path);

describe('GET /openapi.json', () => {
  test('is the OpenAPI document, with cache headers', async () => {
    const answer = await get('/openapi.json');
    expect([answer.status, answer.type, answer.headers['cache-control']]).toEqual([
      200,
      'application/json',
      'public, max-age=300',
    ]);
    expect(answer.body).toEqual(JSON.parse(JSON.stringify(buildOpenApi())));
    const again = await get('/openapi.json').set('If-None-Match', String(answer.headers.etag));
    expect([again.status, again.text]).toEqual([304, '']);
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
    expect(named).toHaveLength(4);
    const types: Record<string, RegExp> = { css: /text\/css/, js: /javascript/, png: /image\/png/ };
    for (const reference of named) {
      expect(reference).toMatch(/^[a-z0-9.-]+$/);
      const answer = await get(`/docs/${reference}`);
      expect([reference, answer.status]).toEqual([reference, 200]);
      expect(answer.headers['content-type']).toMatch(types[reference.split('.').at(-1) ?? ''] ?? /^$/);
    }
  });

  test('the page loads nothing from another host, and the browser blocks it', async () => {
    const [page, script, style] = await Promise.all(
      ['', 'initializer.js', 'swagger-ui.css'].map((file) => get(`/docs/${file}`)),
    );
    expect(page?.text).not.toMatch(/https?:|\/\//);
    expect(script?.text).not.toMatch(/https?:|\/\//);
    const loaded = [...(style?.text ?? '').matchAll(/(?:url\(|@import)\s*['"]?([^'")]*)/g)].map(([, target]) => target);
    expect(loaded.filter((target) => !target?.startsWith('data:'))).toEqual([]);
    for (const answer of [page, script, style]) {
      const policy = String(answer?.headers['content-security-policy']);
      expect(policy).toMatch(/^default-src 'self';/);
      expect(policy).not.toMatch(/https?:|\*|unsafe-eval|script-src/);
    }
  });

  test('the page shows our document, and does not keep a key that is typed in', async () => {
    const { text } = await get('/docs/initializer.js');
    const [, url = ''] = /url: '([^']+)'/.exec(text) ?? [];
    expect(new URL(url, 'http://host/docs/').pathname).toBe('/openapi.json');
    expect(text).toContain('persistAuthorization: false');
    expect(text).toContain('validatorUrl: null');
  });

  test.each(['/docs/index.html', '/docs/package.json', '/docs/../package.json', '/docs/%2e%2e/package.json'])(
    '%s is not served',
    async (path) => {
      expect((await get(path)).status).toBe(404);
    },
  );
});

describe('GET /docs/errors', () => {
  const page = async () => (await get('/docs/errors')).text;

  test('every code has its anchor, every anchor has a code, and the links lead to them', async () => {
    const ids = [...(await page()).matchAll(/ id="([^"]*)"/g)].map(([, id]) => id);
    const codes = publicCodes.map(({ code }) => code);
    expect(ids).toEqual(codes);
    expect([...(await page()).matchAll(/href="#([^"]*)"/g)].map(([, id]) => id)).toEqual(codes);
    for (const code of codes) expect(errorHeaders(code)).toEqual({ 'X-Error-Code': code, Link: anchor(code) });
  });

  const anchor = (code: string) => `</docs/errors#${code}>; rel="help"`;

  test.each(publicCodes.map((each) => [each.code, each] as const))(
    '%s is explained: status, meaning, what to do, and whether to send it again',
    async (code, { statuses, text, advice, retryable }) => {
      const [, section = ''] = (await page()).split(`<section id="${code}">`);
      const shown = (section.split('</section>')[0] ?? '').replace(/<\/?code>/g, '');
      expect([...shown.matchAll(/<dd>(.*?)<\/dd>/gs)].map(([, value]) => value)).toEqual([
        statuses.join(' or '),
        text,
        advice.replaceAll('<', '&lt;').replaceAll('`', ''),
        retryable ? 'yes' : 'no',
      ]);
      expect(advice).toMatch(/^[A-Z`].*\.$/s);
    },
  );

  test('what it names is served, from this host', async () => {
    const named = [...(await page()).matchAll(/href="([^"#]+)"/g)].map(([, reference]) => String(reference));
    expect(named).toEqual(['favicon-32x32.png', 'errors.css', './']);
    for (const reference of named) {
      const { pathname } = new URL(reference, 'http://host/docs/errors');
      expect([reference, (await get(pathname)).status]).toEqual([reference, 200]);
    }
    const { headers } = await get('/docs/errors');
    expect([headers['content-type'], headers['content-security-policy']]).toEqual([
      'text/html; charset=utf-8',
      expect.stringMatching(/^default-src 'self';/),
    ]);
  });
});
