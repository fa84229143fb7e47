import { Prisma } from '../../generated/prisma/client';
import { type Db, type DbOrTransaction, onlyRow, type Sql, sql } from '../../shared/db';
import { maskNumbers } from '../../shared/mask-numbers';
import { maskText } from '../../shared/private-text';
import { FACE_KOBO } from '../purchase.store';
import type { Claim, ClaimState, ListedClaim } from '../records';

/** The columns of a `Claim`, of a row `c` of claim. */
const CLAIM = sql`c.state, c.note, c.filed_at AS "filedAt", c.answered_at AS "answeredAt", c.answer`;

export async function findClaim(db: DbOrTransaction, purchaseId: string): Promise<Claim | null> {
  const [claim] = await db.$queryRaw<Claim[]>(
    sql`SELECT ${CLAIM} FROM claim c WHERE c.purchase_id = ${purchaseId}::uuid`,
  );
  return claim ?? null;
}

export type FileOutcome = 'filed' | 'filed_before' | 'not_successful';

/** file_claim; null, and nothing is written, when `allowed` does not hold. */
export async function writeClaim(
  tx: DbOrTransaction,
  purchaseId: string,
  note: string,
  allowed: Sql,
): Promise<FileOutcome | null> {
  const [row] = await tx.$queryRaw<{ outcome: FileOutcome }[]>(
    sql`SELECT file_claim(${purchaseId}::uuid, ${note}) AS outcome WHERE ${allowed}`,
  );
  return row?.outcome ?? null;
}

/** answer_claim: whether there was an open claim. */
export async function answerClaim(tx: DbOrTransaction, purchaseId: string, answer: string): Promise<boolean> {
  const rows = await tx.$queryRaw<{ done: boolean }[]>(
    sql`SELECT answer_claim(${purchaseId}::uuid, ${answer}) AS done`,
  );
  return onlyRow(rows).done;
}

/** Undefined means no filter. Filed at `from` or later, and before `to`. `after`: the place of the last row. */
type ClaimFilter = {
  state?: ClaimState | undefined;
  from?: Date | undefined;
  to?: Date | undefined;
  after?: bigint | null;
  limit: number;
};

/** The open claims first, the oldest of them first; then the others, the newest first. */
const PLACE = sql`CASE c.state WHEN 'open' THEN 1000000000000000 - c.id ELSE c.id END`;

/** At most `limit` claims of all live accounts. The numbers of customers are masked. */
export async function listClaims(
  db: Db,
  { state, from, to, after = null, limit }: ClaimFilter,
): Promise<(ListedClaim & { place: bigint })[]> {
  const conditions = [
    sql`a.mode = 'live'`,
    ...(state === undefined ? [] : [sql`c.state = ${state}`]),
    ...(from === undefined ? [] : [sql`c.filed_at >= ${from}::timestamptz`]),
    ...(to === undefined ? [] : [sql`c.filed_at < ${to}::timestamptz`]),
    ...(after === null ? [] : [sql`${PLACE} < ${after}::bigint`]),
  ];
  type Row = Omit<ListedClaim, 'account'> & { place: bigint; accountId: string; name: string; recipient: string };
  const rows = await db.$queryRaw<Row[]>(sql`
    SELECT c.id, p.request_ref AS reference, a.id AS "accountId", a.name, p.product_type AS product,
           ${FACE_KOBO} AS "amountKobo", p.amount_kobo AS "chargedKobo", p.recipient, ${PLACE} AS place, ${CLAIM}
      FROM claim c JOIN purchase p ON p.id = c.purchase_id JOIN account a ON a.id = c.account_id
     WHERE ${Prisma.join(conditions, ' AND ')}
     ORDER BY place DESC LIMIT ${limit}`);
  return rows.map(({ accountId, name, recipient, note, answer, ...row }) => {
    const mask = (text: string) => maskText(maskNumbers(recipient)(text));
    return { ...row, account: { id: accountId, name }, note: mask(note), answer: answer && mask(answer) };
  });
}
