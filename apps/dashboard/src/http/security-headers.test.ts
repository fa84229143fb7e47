import express from 'express';
import request from 'supertest';
import { securityHeaders } from './security-headers';

const headersOf = async (secure: boolean) => {
  const app = express().use(securityHeaders(secure), (_request, response) => response.end());
  return (await request(app).get('/')).headers;
};

describe('another site frames one of our pages, feeds it scripts or reads it', () => {
  test.each([
    [
      'content-security-policy',
      "default-src 'self';script-src 'self';style-src 'self' 'unsafe-inline';img-src 'self' data:;" +
        "object-src 'none';base-uri 'none';form-action 'self';frame-ancestors 'none'",
    ],
    ['x-content-type-options', 'nosniff'],
    ['x-frame-options', 'DENY'],
    ['referrer-policy', 'same-origin'],
    ['cross-origin-opener-policy', 'same-origin'],
    ['cross-origin-resource-policy', 'same-origin'],
    ['permissions-policy', 'camera=(), geolocation=(), microphone=(), payment=()'],
    ['origin-agent-cluster', '?1'],
  ])('is sent with %s', async (name, value) => {
    expect((await headersOf(false))[name]).toBe(value);
  });
});

describe('Strict-Transport-Security', () => {
  test('is sent for a site on https, for a year and for this host only', async () => {
    expect((await headersOf(true))['strict-transport-security']).toBe('max-age=31536000');
  });

  test('is not sent for a site on http, which would become unreachable', async () => {
    expect((await headersOf(false))['strict-transport-security']).toBeUndefined();
  });
});
