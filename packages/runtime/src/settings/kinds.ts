import Joi from 'joi';
import { postgresHosts } from '../postgres/hosts';
import { redisSentinels } from '../redis-url';

// Kinds of value: Joi schemas, to which more rules can be chained.

export const text = (): Joi.StringSchema<string> => Joi.string();
export const flag = (): Joi.BooleanSchema<boolean> => Joi.boolean();
export const oneOf = <T extends string>(...values: readonly T[]): Joi.StringSchema<T> =>
  Joi.string<T>().valid(...values);
export const url = (...schemes: string[]): Joi.StringSchema<string> => Joi.string().uri({ scheme: schemes });
export const integer = (min: number, max: number): Joi.NumberSchema<number> => Joi.number().integer().min(min).max(max);
/** A number, with or without decimals. */
export const decimal = (min: number, max: number): Joi.NumberSchema<number> => Joi.number().min(min).max(max);
/** A TCP port. 0 lets the system choose one. */
export const port = (): Joi.NumberSchema<number> => Joi.number().port().allow(0);
/** Milliseconds, from 1 to a week. */
export const duration = (): Joi.NumberSchema<number> => integer(1, 604_800_000);

/**
 * Text with a form of its own.
 * @param parse returns the value; what it throws becomes the fault that the operator reads
 */
export const parsed = <T>(parse: (text: string) => T): Joi.AnySchema<T> =>
  Joi.any<T>().custom((value) => parse(String(value)));

/** 32 bytes in hex or base64. */
export const secret = (): Joi.AnySchema<Buffer> => parsed(keyIn);

/** `http` or `https`, without the slash at the end. */
export const baseUrl = (): Joi.AnySchema<string> => parsed(withoutSlash);

/** `redis://`, `rediss://` or Sentinels (`redis+sentinel://`): see redis-url.ts. */
export const redisUrl = (): Joi.AnySchema<string> => parsed(serverOrSentinels);

/** `postgresql://`, with one server or several, as libpq has it. */
export const postgresUrl = (): Joi.AnySchema<string> =>
  parsed((text) => {
    postgresHosts(text);
    return text;
  });

/** Names from a fixed list, separated by commas; a name that is repeated counts once. */
export const listOf = <T extends string>(allowed: readonly T[]): Joi.AnySchema<T[]> =>
  parsed((text) => {
    const items = text.split(',').map((item) => item.trim());
    const unknown = items.filter((item) => !allowed.some((name) => name === item)).map((item) => `"${item}"`);
    if (unknown.length > 0) throw new Error(`knows only ${allowed.join(', ')}, not ${unknown.join(', ')}`);
    return [...new Set(items.flatMap((item) => allowed.filter((name) => name === item)))];
  });

/** Durations such as `5s,15s,1m,2h` (ms, s, m, h), ascending, in milliseconds. */
export const schedule = (): Joi.AnySchema<number[]> => parsed(offsetsIn);

/** 64 digits are never base64 of 32 bytes, which has 44 characters. */
function keyIn(text: string): Buffer {
  if (/^[0-9a-f]{64}$/i.test(text)) return Buffer.from(text, 'hex');
  const key = Buffer.from(text, 'base64');
  if (key.length !== 32 || key.toString('base64').replace(/=+$/, '') !== text.replace(/=+$/, ''))
    throw new Error('must be 32 bytes in hex or base64');
  return key;
}

function withoutSlash(text: string): string {
  if (url('https', 'http').validate(text).error) throw new Error('must be like https://api.example.com');
  return text.replace(/\/$/, '');
}

function serverOrSentinels(text: string): string {
  if (redisSentinels(text) === undefined && url('redis', 'rediss').validate(text).error)
    throw new Error('must be like redis://host:6379 or redis+sentinel://host:26379,host:26379/<master name>');
  return text;
}

const UNIT_MS: Record<string, number> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 };

function offsetsIn(text: string): number[] {
  const offsets = text.split(',').map((item) => {
    const [, amount, unit] = /^\s*(\d+)\s*(ms|s|m|h)\s*$/.exec(item) ?? [];
    if (amount === undefined || unit === undefined)
      throw new Error(`must be durations such as 5s,15s,1m,2h, not "${item}"`);
    return Number(amount) * (UNIT_MS[unit] ?? 0);
  });
  if (offsets.some((offset, i) => offset <= (offsets[i - 1] ?? 0)))
    throw new Error('must be ascending and greater than zero');
  return offsets;
}
