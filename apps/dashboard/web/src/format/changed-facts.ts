import type { Facts } from '@topup/dashboard-contract';
import { fieldLabel } from './field-label';
import { formatNaira } from './naira';
import { withTimes } from './time';

/** A reference or a note can look like an amount, so these are known by their names. */
const AMOUNTS = new Set([
  ...['amount', 'balance', 'threshold', 'daily_limit', 'approval_limit', 'daily_cap'],
  ...['cost', 'price', 'difference', 'float', 'closing', 'carried'],
]);

/** One text for each fact of a change: "Tier: standard → gold"; "Role: owner" when nothing was before. */
export function changedFacts(before: Facts | null, after: Facts | null): string[] {
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  return names.map((name) => {
    const [was, is] = [before?.[name], after?.[name]];
    if (was === undefined) return `${fieldLabel(name)}: ${shown(name, is)}`;
    return is === undefined
      ? `${fieldLabel(name)}: was ${shown(name, was)}`
      : `${fieldLabel(name)}: ${shown(name, was)} → ${shown(name, is)}`;
  });
}

function shown(name: string, value: Facts[string] | undefined): string {
  if (value === null || value === undefined) return 'none';
  const text = String(value);
  return AMOUNTS.has(name) && /^-?\d+\.\d\d$/.test(text) ? formatNaira(text) : withTimes(text);
}
