import { Refusal } from '../../http/refusal';

export const PAGE_ROWS = 50;

/** A cursor says where a page ended. It is opaque to the pages, and checked when it comes back. */
export const writeCursor = (...place: string[]): string => Buffer.from(JSON.stringify(place)).toString('base64url');

/** @throws Refusal 400 when it is none of ours. `shape`: one pattern for each part. */
export function readCursor(cursor: string | undefined, ...shape: RegExp[]): string[] | null {
  if (cursor === undefined) return null;
  const place = parse(cursor);
  const fits =
    Array.isArray(place) && place.length === shape.length && shape.every((each, n) => typeof place[n] === 'string' && each.test(place[n]));
  if (!fits) throw new Refusal(400, 'validation_failed', 'cursor is not one of this list', { cursor: 'cursor is not one of this list' });
  return place;
}

function parse(cursor: string): unknown {
  try {
    return JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
  } catch {
    return null;
  }
}

/** Cuts a list that was read with one row more than a page has. */
export function cutPage<Row, Shown>(
  rows: Row[],
  show: (row: Row) => Shown,
  cursorOf: (last: Row) => string,
): { rows: Shown[]; next: string | null } {
  const page = rows.slice(0, PAGE_ROWS);
  const last = page.at(-1);
  return { rows: page.map(show), next: rows.length > PAGE_ROWS && last !== undefined ? cursorOf(last) : null };
}

export const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
export const NUMBER = /^[0-9]{1,18}$/;
export const LINE = /^[^\p{Cc}]{1,500}$/u;
