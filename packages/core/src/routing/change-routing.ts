import { actorName, type By } from '../audit/actor';
import { unchanged, withFreshAuditLog } from '../audit/with-audit-log';
import type { Refused } from '../errors/refusal-catalog';
import type { Db } from '../shared/db';
import { findLiveAccounts, insertActivation, insertVersion, readActiveVersion, readRules } from './routing.store';
import { faultsOfRules, type RoutingRule, type RuleContext, toRuleLines } from './rules';

type NewVersion = { rules: readonly RoutingRule[]; note: string; activate: boolean };

type NewVersionOutcome = { kind: 'written'; number: number } | Refused<'routing_faulty'>;

/** Every process follows within two seconds. A version without rules means the order of `PROVIDERS`. */
export async function writeRouting(
  db: Db,
  by: By,
  providers: RuleContext['providers'],
  { rules, note, activate }: NewVersion,
): Promise<NewVersionOutcome> {
  const faults = await faultsNow(db, rules, providers);
  if (faults.length > 0) return { kind: 'routing_faulty', faults };
  const number = await withFreshAuditLog(db, by, async (tx) => {
    const result = await insertVersion(tx, { rules, note, by: actorName(by.actor) });
    if (activate) await insertActivation(tx, result, actorName(by.actor));
    const after = { rules: toRuleLines(rules).join('\n'), active: String(activate) };
    return { result, action: { action: 'routing.write', subject: `version ${result}`, note, after } };
  });
  return { kind: 'written', number };
}

type ActivationOutcome =
  | { kind: 'activated'; before: number | null }
  | Refused<'no_such_routing_version' | 'routing_active_already' | 'routing_faulty'>;

/** Makes a version the active one; null: none. It is checked again: providers and accounts may have gone since. */
export async function activateRouting(
  db: Db,
  by: By,
  providers: RuleContext['providers'],
  version: number | null,
): Promise<ActivationOutcome> {
  const found = version === null ? null : await readRules(db, version);
  if (found === null && version !== null) return { kind: 'no_such_routing_version', version };
  const rules = found?.rules ?? [];
  const faults = await faultsNow(db, rules, providers);
  if (faults.length > 0) return { kind: 'routing_faulty', faults };
  return withFreshAuditLog<ActivationOutcome>(db, by, async (tx) => {
    const before = await readActiveVersion(tx);
    if (before === version) return unchanged({ kind: 'routing_active_already', version });
    await insertActivation(tx, version, actorName(by.actor));
    const text = (number: number | null) => ({ version: number === null ? 'none' : String(number) });
    return {
      result: { kind: 'activated', before },
      action: { action: 'routing.activate', subject: 'routing', before: text(before), after: text(version) },
    };
  });
}

async function faultsNow(db: Db, rules: readonly RoutingRule[], providers: RuleContext['providers']) {
  const ids = rules.flatMap(({ accountId }) => accountId ?? []);
  return faultsOfRules(rules, { providers, accounts: await findLiveAccounts(db, ids) });
}
