import { sandboxKeys, type World } from '@topup/testkit';

/** Nothing that a process of the world has written names a customer's whole number, a token, or a key; `secrets` are searched for too. */
export async function expectLogsRedacted(world: World, ...secrets: string[]): Promise<void> {
  const hidden = new Set([
    ...(await numbersOf(world)),
    ...secrets,
    world.account.apiKey,
    ...Object.values(sandboxKeys),
  ]);
  const lines = [...world.apis, ...world.workers].flatMap((process) => process.lines);
  expect(lines.length).toBeGreaterThan(0);
  const told = lines.filter((line) => [...hidden].some((text) => line.includes(text)));
  expect(told).toEqual([]);
}

async function numbersOf(world: World): Promise<string[]> {
  const rows = await world.sql<{ texts: (string | null)[] }>(
    `SELECT ARRAY[recipient, provider_order ->> 'contactPhone', result ->> 'token', result ->> 'bonus_token'] AS texts FROM purchase`,
  );
  const numbers = rows.flatMap(({ texts }) => texts.flatMap((text) => text || []));
  if (numbers.length === 0) throw new Error('nothing was bought, so nothing can have been told');
  // a token may be written in groups too
  return [...numbers, ...numbers.filter((text) => text.length === 20).flatMap(grouped)];
}

const grouped = (token: string): string[] => ['-', ' '].map((gap) => token.replace(/(\d{4})(?=\d)/g, `$1${gap}`));
