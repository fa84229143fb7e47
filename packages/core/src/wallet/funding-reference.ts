import { type DbOrTransaction, sql } from '../shared/db';

/**
 * Why a text is no reference of a payment: the end of a sentence that begins with its name. Null when it may be one. It
 * is printable ASCII, because other characters can look like these, or like nothing, and one payment would fund twice.
 */
export function fundingReferenceFault(reference: string): string | null {
  const [odd] = /[^ -~]/u.exec(reference) ?? [];
  if (odd === undefined) return null;
  const code = `U+${(odd.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
  const shown = /[\p{L}\p{N}\p{P}\p{S}]/u.test(odd) ? `"${odd}" (${code})` : code;
  return `must have letters, digits and signs of the ASCII keyboard only; it has ${shown}. Type it by hand`;
}

/** The funding that a reference belongs to. `reference`: as it was typed then. `account`: its name. */
export type EarlierFunding = { reference: string; account: string; at: Date; amountKobo: bigint };

/**
 * The earlier funding under this reference, in whatever case and white space, of any account.
 * @throws Error when there is none
 */
export async function findFunding(
  db: DbOrTransaction,
  { accountId, reference }: { accountId: string; reference: string },
): Promise<EarlierFunding> {
  const [funding] = await db.$queryRaw<EarlierFunding[]>(sql`
    SELECT e.reference, a.name AS account, e.created_at AS at, e.amount_kobo AS "amountKobo"
      FROM ledger_entry e JOIN account a ON a.id = e.account_id
     WHERE e.id = coalesce(
             (SELECT own.id FROM ledger_entry own
               WHERE own.account_id = ${accountId}::uuid AND own.kind = 'funding' AND own.reference = ${reference}
                 AND own.purchase_id IS NULL),
             (SELECT used.entry_id FROM funding_reference used WHERE used.key = funding_key(${reference})))`);
  if (funding === undefined) throw new Error('a funding is never deleted');
  return funding;
}
