import { randomBytes } from 'node:crypto';
import type { ProductType } from '@topup/core/product';
import type { Db } from '@topup/core/shared';

/**
 * A purchase that has ended, or is under review. What is left out: data of mtn-data/m1 from VTpass for 110 naira, which
 * has cost 100, a success.
 */
type SoldPurchase = {
  accountId: string;
  at: Date;
  product?: ProductType;
  provider?: string;
  /** The service and the code at the provider. */
  service?: string;
  code?: string | null;
  /** What was paid, and the face value where a discount makes that more. */
  amountKobo?: bigint;
  faceKobo?: bigint | null;
  costKobo?: bigint | null;
  status?: 'pending' | 'success' | 'failed' | 'refunded';
  /** Why it ended, as a code. */
  cause?: string | null;
  /** What the provider said last, without an outcome. */
  answer?: string;
  reference?: string;
  /** From acceptance to its end, in milliseconds. */
  tookMs?: number;
};

/**
 * Inserts purchases with their final status, which the triggers forbid the service, and without ledger entries. Their
 * ids begin with their time, as those of the service do.
 */
export async function insertSold(db: Db, purchases: SoldPurchase[]): Promise<void> {
  await db.$transaction(
    async (one) => {
      await one.$executeRaw`SET LOCAL session_replication_role = replica`;
      for (const given of purchases) {
        const { accountId, at, product = 'DATA', service = 'mtn-data', code = 'm1', status = 'success' } = given;
        const { amountKobo = 11_000n, costKobo = 10_000n, provider = 'vtpass', tookMs = 0, faceKobo = null } = given;
        const [open, { cause = null, answer }] = [status === 'pending', given];
        const id = idAt(at);
        const { reference = id } = given;
        await one.$executeRaw`
          INSERT INTO purchase (id, account_id, request_ref, product_type, status, amount_kobo, cost_kobo, recipient,
                                details, description, provider, provider_order, sends, provider_ref, sent_at, cause,
                                cause_code, provider_evidence, needs_review, created_at, final_at, face_kobo)
          VALUES (${id}::uuid, ${accountId}::uuid, ${reference}, ${product}, ${status}, ${amountKobo}, ${costKobo},
                  '08030000001', '{}', 'made', ${provider},
                  ${JSON.stringify({ serviceId: service, variationCode: code })}::jsonb, 1, ${id}, ${at}, 'made',
                  ${cause}, ${JSON.stringify({ answer })}::jsonb, ${open}, ${at},
                  ${open ? null : new Date(at.getTime() + tookMs)}, ${faceKobo})`;
      }
    },
    { timeout: 60_000 },
  );
}

/** A UUID version 7 of that moment. */
function idAt(at: Date): string {
  const hex = at.getTime().toString(16).padStart(12, '0') + randomBytes(10).toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-7${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
