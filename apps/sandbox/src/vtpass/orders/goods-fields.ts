import type { Fields } from '../../http/read-body';

/** The fields that a delivered order adds to an answer. */
export type GoodsFields = {
  /** In every answer; empty without a token or PIN. */
  purchasedCode: string;
  /** In `/requery` only, inside `content.transactions`. */
  extras: string | null;
  /** In `/pay` and `/requery`, next to `code` and `content`. */
  fields: Fields;
};

export const NOTHING: GoodsFields = { purchasedCode: '', extras: null, fields: {} };
