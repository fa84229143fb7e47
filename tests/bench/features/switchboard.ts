import path from 'node:path';
import type { Program } from '../test-bed/programs';
import type { TestBed } from '../test-bed/test-bed';
import type { Feature } from './features';

type Sql = TestBed['sql'];

/** Settings with which a service has the switches of these features in its code. */
export const switchSettings = (features: readonly Feature[]): Record<string, string> => ({
  NODE_OPTIONS: `--require ${path.join(__dirname, 'switches.cjs')}`,
  CHAOS_BREAK: JSON.stringify(
    features.flatMap(({ name, code = [] }) =>
      code.map(({ file, from, to }) => ({
        file,
        from,
        to: to.replaceAll('OFF', `globalThis.benchOff[${JSON.stringify(name)}]`),
      })),
    ),
  ),
});

/**
 * Turns the named features off, and all others on: in the processes and in the database. Returns when it holds. It
 * leaves alone what stays as it is, because each connection plans anew what is changed.
 */
export async function createSwitchboard(
  sql: Sql,
  programs: readonly Pick<Program, 'child'>[],
  features: readonly Feature[],
): Promise<{ turnOff(names: ReadonlySet<string>): Promise<void> }> {
  const originals = await readFunctions(sql, features);
  const current = new Map(originals);
  const disabled = new Set<string>();
  return {
    turnOff: async (names) => {
      for (const { child } of programs) child.send({ off: Object.fromEntries([...names].map((name) => [name, true])) });
      const off = features.filter(({ name }) => names.has(name));
      for (const [name, original] of originals) {
        const definition = definitionWithout(off, name, original);
        if (definition !== current.get(name)) await sql(definition);
        current.set(name, definition);
      }
      const unwanted = new Set(off.flatMap(({ triggers = [] }) => triggers));
      for (const trigger of features.flatMap(({ triggers = [] }) => triggers)) {
        if (unwanted.has(trigger) === disabled.has(trigger)) continue;
        // an autovacuum in the way is cancelled after this; after the default of 1 s waiting orders would be declined
        await sql(`
          SET LOCAL deadlock_timeout = '20ms';
          ALTER TABLE purchase ${unwanted.has(trigger) ? 'DISABLE' : 'ENABLE'} TRIGGER ${trigger}`);
        if (!disabled.delete(trigger)) disabled.add(trigger);
      }
    },
  };
}

/** The definitions of all functions that a feature changes, by name. */
async function readFunctions(sql: Sql, features: readonly Feature[]): Promise<Map<string, string>> {
  const names = features.flatMap(({ sql: changes = [] }) => changes.map((change) => change.function));
  const rows = await sql<{ name: string; definition: string }>(
    'SELECT proname AS name, pg_get_functiondef(oid) AS definition FROM pg_proc WHERE proname = ANY ($1)',
    [names],
  );
  return new Map(rows.map(({ name, definition }) => [name, definition]));
}

/** @throws when the function does not hold a text of the features exactly once */
const definitionWithout = (off: readonly Feature[], name: string, definition: string): string =>
  off
    .flatMap(({ sql: changes = [] }) => changes.filter((change) => change.function === name))
    .reduce((text, { from, to }) => {
      const parts = text.split(from);
      if (parts.length !== 2) throw new Error(`${name} holds ${parts.length - 1} times: ${from}`);
      return parts.join(to);
    }, definition);
