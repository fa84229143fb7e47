import { createHash } from 'node:crypto';
import type { Db } from '@topup/core/shared';
import { type FactorSecrets, listFactorSecrets, replaceFactorSecrets } from '@topup/core/user';

/** Opens what was encrypted with any of the secrets, and encrypts with the current one. */
type Cipher = { decrypt(text: string): Promise<string>; encrypt(text: string): Promise<string> };

/** DASHBOARD_SECRET, and the one before it while it is being changed; 32 bytes each. */
export type DashboardSecrets = { current: Buffer; previous?: Buffer | undefined };

/**
 * The secrets as better-auth reads them. What it encrypts names the version of its secret, which is taken from the
 * secret itself, so that nobody has to count. Version 0.1.0 named none: `secret` opens that.
 */
export function secretOptions({ current, previous }: DashboardSecrets) {
  const all = previous === undefined ? [current] : [current, previous];
  return {
    secret: (previous ?? current).toString('base64'),
    secrets: all.map((each) => ({ version: versionOf(each), value: each.toString('base64') })),
  };
}

/**
 * Puts every second factor under the current secret. A user may change theirs meanwhile: what is not as it was read is
 * left alone, because it is under the current secret already.
 * @returns how many were changed, and how many open with neither secret
 */
export async function reencryptFactors(db: Db, { current }: DashboardSecrets, cipher: Cipher) {
  const isCurrent = (text: string) => text.startsWith(`$ba$${versionOf(current)}$`);
  const counts = { changed: 0, unreadable: 0 };
  for (const before of await listFactorSecrets(db)) {
    if (isCurrent(before.secret) && isCurrent(before.backupCodes)) continue;
    const after = await reencrypted(before, cipher);
    if (after === null) counts.unreadable += 1;
    else if (await replaceFactorSecrets(db, before, after)) counts.changed += 1;
  }
  return counts;
}

async function reencrypted(factor: FactorSecrets, { decrypt, encrypt }: Cipher): Promise<FactorSecrets | null> {
  try {
    const [secret, backupCodes] = await Promise.all([decrypt(factor.secret), decrypt(factor.backupCodes)]);
    return { ...factor, secret: await encrypt(secret), backupCodes: await encrypt(backupCodes) };
  } catch {
    return null;
  }
}

const versionOf = (secret: Buffer): number => createHash('sha256').update(secret).digest().readUInt32BE(0);
