import { createHash, createHmac } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { signedEvent } from '@topup/core/webhook';
import { verifyWebhookSignature } from '../index';

/** One check: these headers and this body, which arrive at `now` (Unix seconds), checked with this secret. */
type Vector = {
  name: string;
  secret: string;
  headers: { 'webhook-id': string; 'webhook-timestamp': string; 'webhook-signature': string };
  body: string;
  now: number;
  valid: boolean;
};

const FILE = path.join(__dirname, '../../../../clients/vectors/signature-vectors.json');
const SENT_AT = '2026-11-21T12:05:11.516000000Z';
const SECONDS = Math.floor(Date.parse(SENT_AT) / 1_000);
const [NEW = '', OLD = '', OTHER = ''] = ['new', 'old', 'other'].map(
  (word) => `whsec_${createHash('sha256').update(`a ${word} secret of the vectors`).digest('base64')}`,
);

/** An event as the service sends it. */
function sent(secrets: string[], reference = 'order-1'): Pick<Vector, 'headers' | 'body'> {
  const facts = {
    event: 'airtime.purchase.success',
    requestRef: reference,
    status: 'success',
    amountKobo: 10_000n,
    productType: 'AIRTIME',
    details: 'Airtime purchase successful.',
    webhookId: '0195f2c4-9c1e-7b7e-8f39-7f2f1a4f6d3b',
    purchaseId: '0195f2c4-9c1e-7b7e-8f39-7f2f1a4f6d3c',
    mode: 'live',
  } as const;
  const { headers, body } = signedEvent(facts, 'tup_live_vector-key-one', secrets, SENT_AT);
  const { 'webhook-id': id = '', 'webhook-timestamp': time = '', 'webhook-signature': signatures = '' } = headers;
  return { headers: { 'webhook-id': id, 'webhook-timestamp': time, 'webhook-signature': signatures }, body };
}

const genuine = sent([NEW]);
const rotated = sent([NEW, OLD]);
const accepted = (name: string, { now = SECONDS + 1, secret = NEW, ...more }: Partial<Vector> = {}): Vector => ({
  name,
  secret,
  ...genuine,
  ...more,
  now,
  valid: true,
});
const rejected = (name: string, more: Partial<Vector>): Vector => ({ ...accepted(name, more), valid: false });
const withHeader = (name: keyof Vector['headers'], value: string) => ({
  headers: { ...genuine.headers, [name]: value },
});
const signature = genuine.headers['webhook-signature'];
const signedBy = (key: Buffer | string) => {
  const { 'webhook-id': id, 'webhook-timestamp': time } = genuine.headers;
  return `v1,${createHmac('sha256', key).update(`${id}.${time}.${genuine.body}`).digest('base64')}`;
};

const VECTORS: Vector[] = [
  accepted('an event'),
  accepted('two signatures during a rotation, checked with the new secret', rotated),
  accepted('two signatures during a rotation, checked with the old secret', { ...rotated, secret: OLD }),
  accepted('a body with letters outside ASCII', sent([NEW], 'naïra-₦-😀')),
  accepted('a signature of a later version beside it', withHeader('webhook-signature', `v2,x ${signature}`)),
  accepted('five minutes old', { now: SECONDS + 300 }),
  accepted('a clock that is five minutes behind', { now: SECONDS - 300 }),
  rejected('the signature of another secret', sent([OTHER])),
  rejected('two signatures that do not fit', { ...rotated, secret: OTHER }),
  rejected(
    'a changed signature',
    withHeader(
      'webhook-signature',
      signature.replace(/.(?==)/, (c) => (c === 'A' ? 'E' : 'A')),
    ),
  ),
  rejected('a changed body', { body: genuine.body.replace('100.00', '900.00') }),
  rejected('a body that was parsed and written again', { body: JSON.stringify(JSON.parse(genuine.body), null, 1) }),
  rejected('an event with the id of another one', withHeader('webhook-id', '0195f2c4-9c1e-7b7e-8f39-7f2f1a4f6d3d')),
  rejected('a changed timestamp', withHeader('webhook-timestamp', String(SECONDS + 1))),
  rejected('more than five minutes old', { now: SECONDS + 301 }),
  rejected('more than five minutes in the future', { now: SECONDS - 301 }),
  rejected('a timestamp that is no number', withHeader('webhook-timestamp', 'now')),
  rejected('no timestamp', withHeader('webhook-timestamp', '')),
  rejected('no id', withHeader('webhook-id', '')),
  rejected('no signature', withHeader('webhook-signature', '')),
  rejected('an empty signature', withHeader('webhook-signature', 'v1,')),
  rejected('a signature that ends too early', withHeader('webhook-signature', signature.slice(0, -4))),
  rejected('a signature without its version', withHeader('webhook-signature', signature.slice(3))),
  rejected('an empty secret, with which anybody can sign', {
    ...withHeader('webhook-signature', signedBy('')),
    secret: '',
  }),
  rejected('the text of the secret as the key', withHeader('webhook-signature', signedBy(NEW))),
];

describe('a check of signatures in another language is tried on what the service does not send', () => {
  test('the file has what the service signs: delete it, and this test writes it anew', () => {
    const text = `${JSON.stringify(VECTORS, null, 2)}\n`;
    if (!existsSync(FILE)) writeFileSync(FILE, text);
    expect(readFileSync(FILE, 'utf8')).toBe(text);
  });

  test.each(VECTORS)('the client judges so, too: $name', ({ headers, body, secret, now, valid }) => {
    expect(verifyWebhookSignature(body, headers, secret, { now: new Date(now * 1_000) })).toBe(valid);
  });
});
