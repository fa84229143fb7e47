import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

type BearerTokens = {
  issue(at: Date, lifeSeconds: number, audience?: string): string;
  /** Checks the request's `Authorization` header. A token of an earlier run of the sandbox counts too. */
  check(headers: IncomingHttpHeaders, at: Date): 'valid' | 'missing' | 'invalid';
};

const HEADER = encode({ alg: 'HS256', typ: 'JWT' });

/**
 * Tokens that carry their own end and audience, signed with the client's secret, so that nothing has to be kept.
 * @param isAudience whether a token for this audience counts here; every one does where it is left out
 */
export function createBearerTokens(secret: string, isAudience = (_audience: unknown) => true): BearerTokens {
  const sign = (text: string) => createHmac('sha256', secret).update(text).digest('base64url');

  function isValid(token: string, at: Date): boolean {
    const [header, claims, signature] = token.split('.');
    if (header !== HEADER || claims === undefined || signature === undefined) return false;
    const expected = sign(`${header}.${claims}`);
    if (signature.length !== expected.length || !timingSafeEqual(Buffer.from(signature), Buffer.from(expected)))
      return false;
    const { exp, aud } = JSON.parse(Buffer.from(claims, 'base64url').toString()) as { exp: number; aud?: string };
    return at.getTime() < exp * 1000 && isAudience(aud);
  }

  return {
    issue(at, lifeSeconds, aud) {
      const text = `${HEADER}.${encode({ exp: at.getTime() / 1000 + lifeSeconds, aud, jti: randomUUID() })}`;
      return `${text}.${sign(text)}`;
    },
    check({ authorization = '' }, at) {
      const [, token] = /^Bearer (\S+)$/.exec(authorization) ?? [];
      if (token === undefined) return 'missing';
      return isValid(token, at) ? 'valid' : 'invalid';
    },
  };
}

function encode(part: object): string {
  return Buffer.from(JSON.stringify(part)).toString('base64url');
}
