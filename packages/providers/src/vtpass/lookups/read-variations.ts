import type { Lookup, Variation } from '@topup/core/provider';
import { readNaira } from '../../http/exact';
import { field, isRecord, readText } from '../../http/json';
import { readContent } from './read-lookup';

/** At most 100 characters, because it is stored. It is sent back exactly as it came. */
const CODE = /^[\x21-\x7e](?:[\x20-\x7e]{0,98}[\x21-\x7e])?$/;

/**
 * Reads an answer to `/service-variations`. The field is spelt in two ways; older copies have only `varations`.
 * An entry without a readable code, name or price is left out; a list with no other entries is not readable. Source:
 * VTpass "Variation codes" page.
 */
export function readVariations(httpStatus: number, bodyText: string): Lookup<Variation[]> {
  const read = readContent(httpStatus, bodyText, 'response_description', ['000']);
  if (read.kind === 'unavailable') return read;
  const list = read.content.variations ?? read.content.varations;
  if (!Array.isArray(list)) return { kind: 'unavailable', reason: 'the answer has no list' };
  const value = list.map(readVariation).filter((variation) => variation !== null);
  if (value.length === 0 && list.length > 0) return { kind: 'unavailable', reason: 'no entry of the list is readable' };
  return { kind: 'found', value };
}

function readVariation(entry: unknown): Variation | null {
  if (!isRecord(entry)) return null;
  const code = field(entry, 'variation_code');
  const name = readText(field(entry, 'name'));
  // this is what is charged; the display texts of the list sometimes disagree with it
  const priceKobo = readNaira(field(entry, 'variation_amount'));
  return typeof code === 'string' && CODE.test(code) && name !== '' && priceKobo !== null
    ? { code, name, priceKobo }
    : null;
}
