import type { ClaimedEvent } from './event.store';
import { eventBody, eventHash } from './event-body';
import { isPublicAddress, webhookUrlFault } from './public-url';

const event: ClaimedEvent = {
  id: 'e',
  accountId: 'a',
  purchaseId: 'p',
  event: 'airtime.purchase.success',
  status: 'success',
  details: 'Airtime purchase successful.',
  url: 'https://example.com',
  requestRef: 'order-1',
  amountKobo: 10_000n,
  productType: 'AIRTIME',
};

test('a receiver gets exactly the eight documented fields, all strings', () => {
  const body = eventBody(event, 'tup_live_key', new Date('2026-11-21T10:00:00.123Z'));
  expect(body).toEqual({
    event: 'airtime.purchase.success',
    reference: 'order-1',
    status: 'success',
    amount: '100.00',
    product_type: 'AIRTIME',
    details: 'Airtime purchase successful.',
    hash: eventHash('tup_live_key', 'order-1'),
    timestamp: '2026-11-21T10:00:00.123000000Z',
  });
});

test('the hash is what any receiver computes: printf "tup_live_key:order-1" | sha256sum', () => {
  expect(eventHash('tup_live_key', 'order-1')).toBe('fc0ac6365fdb1208988f3e12d0c6309ec103d15b332a5f8229a54f5e1f7bc617');
});

describe('a webhook URL must not lead into our own network', () => {
  test.each([
    'https://example.com/hooks?x=1',
    'http://example.com:8080/',
    'https://8.8.8.8/',
    'https://[2606:4700::1111]/',
    'HTTPS://EXAMPLE.COM',
  ])('%s is taken', (url) => {
    expect(webhookUrlFault(url, false)).toBeNull();
  });

  test.each([
    'http://127.0.0.1/',
    'http://127.1/',
    'http://2130706433/',
    'http://0x7f.1/',
    'http://0.0.0.0/',
    'http://10.1.2.3/',
    'http://172.16.0.1/',
    'http://192.168.1.1/',
    'http://169.254.169.254/latest',
    'http://100.64.0.1/',
    'http://[::1]/',
    'http://[::]/',
    'http://[::ffff:127.0.0.1]/',
    'http://[fd00::1]/',
    'http://[fe80::1]/',
    'http://[64:ff9b::7f00:1]/',
    'http://[2002:7f00:1::]/',
    'http://224.0.0.1/',
    'http://localhost/',
    'http://LOCALHOST./',
    'http://a.localhost/',
    'http://intranet/',
    'http://db.internal/',
  ])('%s is refused', (url) => {
    expect(webhookUrlFault(url, false)).toContain('publicly reachable');
    expect(webhookUrlFault(url, true)).toBeNull();
  });

  test.each([
    '',
    '/hooks',
    'example.com',
    'ftp://example.com/',
    'javascript:alert(1)',
    'https://',
    'https://user:secret@example.com/',
    ` https://example.com/`,
    `https://example.com/${'a'.repeat(2048)}`,
  ])('%p is no webhook URL, private or not', (url) => {
    expect(webhookUrlFault(url, true)).not.toBeNull();
  });

  test('what is not an address is not public', () => {
    expect(isPublicAddress('example.com')).toBe(false);
  });
});
