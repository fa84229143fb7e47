import { findTokens } from '@topup/core/shared';
import { sandboxKeys, type World } from '@topup/testkit';

/** No output of a process contains a customer's whole number, a token, a key, or one of `secrets`. */
export async function expectLogsMasked(world: World, ...secrets: string[]): Promise<void> {
  const hidden = new Set([
    ...(await numbersOf(world)),
    ...secrets,
    world.account.apiKey,
    ...Object.values(sandboxKeys()),
  ]);
  const lines = [...world.apis, ...world.workers].flatMap((process) => process.lines);
  expect(lines.length).toBeGreaterThan(0);
  const leaks = lines.filter((line) => [...hidden].some((text) => line.includes(text)));
  expect(leaks).toEqual([]);
}

async function numbersOf(world: World): Promise<string[]> {
  const rows = await world.sql<{ recipient: string; phone: string | null; result: Record<string, unknown> }>(
    `SELECT recipient, provider_order ->> 'contactPhone' AS phone, result FROM purchase`,
  );
  const numbers = rows.flatMap(({ recipient, phone, result }) => [recipient, phone ?? [], findTokens(result)].flat());
  if (numbers.length === 0) throw new Error('nothing was bought, so no log could contain a number');
  // a token can also be written in groups
  return [...numbers, ...numbers.filter((text) => text.length === 20).flatMap(grouped)];
}

const grouped = (token: string): string[] => ['-', ' '].map((gap) => token.replace(/(\d{4})(?=\d)/g, `$1${gap}`));
