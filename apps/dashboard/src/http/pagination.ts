import type { SearchCursor } from '@topup/core/reporting';
import { UUID_PATTERN } from '@topup/core/shared';
import { Refusal } from './refusal';

export const PAGE_ROWS = 50;

/** Reads one page. `next` is its last row, after which the next page begins; null at the end of the list. */
export async function readPage<Row>(
  limit: number,
  read: (limit: number) => Promise<Row[]>,
): Promise<{ rows: Row[]; next: Row | null }> {
  const found = await read(limit + 1);
  const rows = found.slice(0, limit);
  return { rows, next: found.length > limit ? (rows.at(-1) ?? null) : null };
}

/** All rows, page by page. Each page is read when the one before was used. */
export async function* readPages<Row>(
  size: number,
  read: (after: Row | null, limit: number) => Promise<Row[]>,
): AsyncGenerator<Row[], void, void> {
  let after: Row | null = null;
  for (;;) {
    const rows: Row[] = await read(after, size);
    if (rows.length > 0) yield rows;
    const last = rows.at(-1);
    if (rows.length < size || last === undefined) return;
    after = last;
  }
}

/** Encodes a place in a list. Clients treat the cursor as opaque. */
export const writeCursor = (place: string): string => Buffer.from(place).toString('base64url');

/** @throws Refusal 400 `invalid_cursor` when this server did not write the cursor */
export function readCursor(cursor: string, pattern: RegExp): RegExpExecArray {
  const match = pattern.exec(Buffer.from(cursor, 'base64url').toString());
  if (match === null || writeCursor(match[0]) !== cursor) throw unknownCursor();
  return match;
}

export function unknownCursor(): Refusal {
  const message = 'This cursor is not valid for this list. Start again without a cursor.';
  return new Refusal(400, 'invalid_cursor', message, { cursor: 'is not valid here' });
}

/** How a place in a list is written: that of a row, and what the list is read after. */
export type Place<Row, At> = { pattern: RegExp; of(row: Row): string; read(text: string): At };

/** The patterns of places: an id, the number of a row (`row`: of four bytes), or a name. */
export const PLACE = {
  id: new RegExp(`^${UUID_PATTERN}$`),
  number: /^\d{1,18}$/,
  row: /^\d{1,9}$/,
  name: /^[^\p{Cc}]{1,500}$/u,
};

export const byNumber: Place<{ id: bigint }, bigint> = {
  pattern: PLACE.number,
  of: ({ id }) => String(id),
  read: BigInt,
};

export const byId: Place<{ id: string }, string> = { pattern: PLACE.id, of: ({ id }) => id, read: String };

/**
 * Of a purchase: microseconds since 1970, a point, and its id. A `p` before them: among those that hold a part of what
 * is searched for.
 */
export const byPurchase: Place<SearchCursor, SearchCursor> = {
  pattern: new RegExp(`^p?\\d{1,18}\\.${UUID_PATTERN}$`),
  of: ({ createdAtUs, id, inParts }) => `${inParts ? 'p' : ''}${createdAtUs}.${id}`,
  read: (place) => {
    const [at = '', id = ''] = place.replace('p', '').split('.');
    return { createdAtUs: BigInt(at), id, ...(place.startsWith('p') && { inParts: true as const }) };
  },
};

/** The place that a cursor is of; null when there is none. @throws Refusal 400, as `readCursor` */
export const readAfter = <At>({ pattern, read }: Place<never, At>, cursor: string | undefined): At | null =>
  cursor === undefined ? null : read(readCursor(cursor, pattern)[0]);
