import path from 'node:path';
import type { World } from '@topup/testkit';

/** A mutation of one line of the protocol. A run with it must find a broken promise. */
export type Break = {
  name: string;
  /** The rule of the protocol that it removes. */
  rule: string;
  from: string;
  to: string;
  /** The rule of the audit that finds it. */
  found: string;
  /** Names of the faults that reveal it. Empty: ordinary traffic does. */
  shownBy: readonly string[];
} & (
  | { sqlFunction: string /** SQL that removes the second guard, which would hide the break. */; also?: string }
  | { file: string }
);

/** Settings that make api and worker load the broken line. */
export function breakSettings(broken: Break | undefined): Record<string, string> {
  if (broken === undefined || !('file' in broken)) return {};
  const { file, from, to } = broken;
  return {
    NODE_OPTIONS: `--require ${path.join(__dirname, 'break-line.cjs')}`,
    CHAOS_BREAK: JSON.stringify([{ file, from, to }]),
  };
}

/** Replaces the line in the SQL function. @throws when the function does not contain it exactly once */
export async function breakSql(sql: World['sql'], broken: Break): Promise<void> {
  if (!('sqlFunction' in broken)) return;
  const { sqlFunction, also, from, to } = broken;
  const [row] = await sql<{ source: string }>(
    'SELECT pg_get_functiondef(oid) AS source FROM pg_proc WHERE proname = $1',
    [sqlFunction],
  );
  const parts = row?.source.split(from) ?? [];
  if (parts.length !== 2) throw new Error(`${sqlFunction} holds ${parts.length - 1} times: ${from}`);
  await sql(parts.join(to));
  if (also !== undefined) await sql(also);
}
