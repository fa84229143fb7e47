import type { Facts } from '@topup/dashboard-contract';
import { fieldLabel } from './field-label';
import { withTimes } from './time';

/** One text for each fact of a change: "Tier: standard → gold"; "Role: owner" when nothing was before. */
export function changedFacts(before: Facts | null, after: Facts | null): string[] {
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  return names.map((name) => {
    const [was, is] = [before?.[name], after?.[name]];
    if (was === undefined) return `${fieldLabel(name)}: ${shown(is)}`;
    return is === undefined
      ? `${fieldLabel(name)}: was ${shown(was)}`
      : `${fieldLabel(name)}: ${shown(was)} → ${shown(is)}`;
  });
}

const shown = (value: Facts[string] | undefined): string =>
  value === null || value === undefined ? 'none' : withTimes(String(value));
