import { createHmac, timingSafeEqual } from 'node:crypto';

/** The headers of a request, as Node, Express or fetch give them. Names in any case. */
export type WebhookHeaders = Headers | Readonly<Record<string, string | readonly string[] | undefined>>;

export type SignatureOptions = {
  /** How far `webhook-timestamp` may be from now, before or after. Default 300. */
  toleranceSeconds?: number;
  /** Default: the clock of this machine. */
  now?: Date;
};

const TOLERANCE_SECONDS = 300;
const SECRET = /^\s*whsec_([A-Za-z0-9+/]+={0,2})\s*$/;

/**
 * True if the headers `webhook-id`, `webhook-timestamp` and `webhook-signature` (Standard Webhooks) sign exactly this
 * body with one of the secrets, at most five minutes from now. Takes the same time for every signature, and never
 * throws.
 *
 * @param rawBody the body as it came, before it is parsed: text, or bytes
 * @param secret the `whsec_…` secret of the account; while it is rotated, both
 */
export function verifyWebhookSignature(
  rawBody: string | Uint8Array,
  headers: WebhookHeaders,
  secret: string | readonly string[],
  { toleranceSeconds = TOLERANCE_SECONDS, now = new Date() }: SignatureOptions = {},
): boolean {
  try {
    const [id, timestamp, signatures] = ['id', 'timestamp', 'signature'].map((name) => header(headers, name));
    if (!id || !timestamp || !signatures || !/^[0-9]{1,12}$/.test(timestamp)) return false;
    const isRecent = Math.abs(now.getTime() / 1_000 - Number(timestamp)) <= toleranceSeconds;
    const content = Buffer.concat([Buffer.from(`${id}.${timestamp}.`), Buffer.from(rawBody as string)]);
    const given = signatures.split(' ').flatMap(signatureIn);
    // compares each with each, so that the time does not reveal which one matches
    const matches = keysIn(secret).flatMap((key) => {
      const expected = createHmac('sha256', key).update(content).digest();
      return given.map((signature) => timingSafeEqual(signature, expected));
    });
    return matches.includes(true) && isRecent;
  } catch {
    return false; // headers or a body that are no such things
  }
}

function header(headers: WebhookHeaders, name: string): string | undefined {
  const wanted = `webhook-${name}`;
  if (headers instanceof Headers) return headers.get(wanted) ?? undefined;
  const values = Object.entries(headers).filter(([key]) => key.toLowerCase() === wanted);
  const [value] = values.flatMap(([, text]) => text ?? []);
  return values.length === 1 ? value : undefined;
}

/** The bytes of a `v1` signature; other versions and anything else count for nothing. */
function signatureIn(text: string): Buffer[] {
  const [, base64 = ''] = /^v1,([A-Za-z0-9+/]{43}=)$/.exec(text) ?? [];
  return base64 === '' ? [] : [Buffer.from(base64, 'base64')];
}

/** Drops what is no secret of 24 to 64 bytes, white space around it apart: with an empty key, anyone could sign. */
function keysIn(secret: string | readonly string[]): Buffer[] {
  return (typeof secret === 'string' ? [secret] : [...secret]).flatMap((text) => {
    const [, base64 = ''] = SECRET.exec(text) ?? [];
    const key = Buffer.from(base64, 'base64');
    return key.length >= 24 && key.length <= 64 ? [key] : [];
  });
}
