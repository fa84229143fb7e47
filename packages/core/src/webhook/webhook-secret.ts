import { createHmac, randomBytes } from 'node:crypto';
import { encryptKey, KEY_VERSION } from '../api-key/api-key';
import { masterFingerprint } from '../api-key/master-key';
import { newId } from '../shared/ids';
import type { NewSecretRow } from './webhook-secret.store';

/** As Standard Webhooks writes it: `whsec_` and the base64 of 32 random bytes, the key of the signature. */
const PREFIX = 'whsec_';
const BYTES = 32;

/** `secret` is the only readable copy: the database keeps an encrypted form. */
export type NewSecret = { kind: 'created'; id: string; display: string; secret: string };

/** A new secret of an account, and the row that keeps it encrypted. */
export function newWebhookSecret(masterKey: Buffer, accountId: string): { created: NewSecret; row: NewSecretRow } {
  const id = newId();
  const secret = `${PREFIX}${randomBytes(BYTES).toString('base64')}`;
  const display = `${secret.slice(0, PREFIX.length + 4)}…${secret.slice(-5)}`;
  const row = {
    id,
    accountId,
    display,
    secretEncrypted: encryptKey(secret, id, masterKey),
    keyVersion: KEY_VERSION,
    masterFingerprint: masterFingerprint(masterKey),
  };
  return { created: { kind: 'created', id, display, secret }, row };
}

/** Signs `GET /v1/test/events`. It follows from the key alone: the API process can open no stored secret. */
export function secretOfListener(apiKey: string): string {
  return `${PREFIX}${createHmac('sha256', apiKey).update('webhook secret of GET /v1/test/events').digest('base64')}`;
}

/** For each secret `v1,` and the base64 of HMAC-SHA256 over `<id>.<seconds>.<body>`; `body` exactly as it is sent. */
export function webhookSignature(secrets: readonly string[], id: string, seconds: string, body: string): string {
  return secrets
    .map((secret) => {
      const key = Buffer.from(secret.slice(PREFIX.length), 'base64');
      return `v1,${createHmac('sha256', key).update(`${id}.${seconds}.${body}`).digest('base64')}`;
    })
    .join(' ');
}
