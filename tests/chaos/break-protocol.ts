import path from 'node:path';
import type { World } from '@topup/testkit';

/** One line of the protocol, and what stands there instead: a run with it must find that a promise is broken. */
export type Break = {
  name: string;
  /** What it does away with. */
  rule: string;
  from: string;
  to: string;
  /** The rule of the audit that finds it. */
  found: string;
  /** Faults that lead there, by name; none where ordinary traffic does. */
  shownBy: readonly string[];
} & (
  | { sqlFunction: string /** Takes away what else would catch it: with two guards, one may break. */; also?: string }
  | { file: string }
);

/** What api and worker are started with so that they load the broken line. */
export function breakSettings(broken: Break | undefined): Record<string, string> {
  if (broken === undefined || !('file' in broken)) return {};
  const { file, from, to } = broken;
  return {
    NODE_OPTIONS: `--require ${path.join(__dirname, 'break-line.cjs')}`,
    CHAOS_BREAK: JSON.stringify({ file, from, to }),
  };
}

/** @throws when the function does not hold that line exactly once: then it is time to look at the list again */
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
