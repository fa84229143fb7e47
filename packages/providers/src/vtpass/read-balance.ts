import type { Lookup } from '@topup/core/provider';
import { field } from './json';
import { readContent } from './judge-lookup';
import { readNaira } from './read-answer';

/** Reads an answer to `GET /balance`: `{"code":1,"contents":{"balance":1081.8199999998}}`. Source: VTpass "Get VTpass wallet balance" page. */
export function readBalance(httpStatus: number, bodyText: string): Lookup<bigint> {
  const read = readContent(httpStatus, bodyText, 'code', ['001'], 'contents');
  if (read.kind === 'unavailable') return read;
  const balanceKobo = readNaira(field(read.content, 'balance'));
  return balanceKobo === null
    ? { kind: 'unavailable', reason: 'the answer has no balance' }
    : { kind: 'found', value: balanceKobo };
}
