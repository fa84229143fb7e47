import type { Fields } from '../http/read-body';

/** How one knob is read. `wants` says what it may be, for the answer to a wrong value. */
type KnobRule<Value> = { isValid(value: unknown): value is Value; wants: string };

export type KnobRules<Knobs> = { [Name in keyof Knobs]: KnobRule<Knobs[Name]> };

export const oneOf = <Value extends string | number>(...values: Value[]): KnobRule<Value> => ({
  isValid: (value): value is Value => values.includes(value as Value),
  wants: values.join(' or '),
});

export const flag: KnobRule<boolean> = {
  isValid: (value) => typeof value === 'boolean',
  wants: 'true or false',
};

export const whole = (max: number): KnobRule<number> => ({
  isValid: (value): value is number => Number.isInteger(value) && Number(value) >= 0 && Number(value) <= max,
  wants: `a whole number from 0 to ${max}`,
});

/** A number with at most two decimals. */
export const decimal = (max: number): KnobRule<number> => ({
  isValid: (value): value is number =>
    typeof value === 'number' && value <= max && /^\d+(\.\d{1,2})?$/.test(`${value}`),
  wants: `a number from 0 to ${max} with at most two decimals`,
});

export const orNull = <Value>(rule: KnobRule<Value>): KnobRule<Value | null> => ({
  isValid: (value): value is Value | null => value === null || rule.isValid(value),
  wants: `${rule.wants}, or null`,
});

/**
 * Reads the knobs that a request sets; the others stay as they are.
 * @returns `error`: which is unknown or wrong, or that there is none
 */
export function readKnobs<Knobs extends object>(
  rules: KnobRules<Knobs>,
  fields: Fields,
): { knobs: Partial<Knobs>; error: null } | { knobs: null; error: string } {
  const known: Readonly<Record<string, KnobRule<unknown>>> = rules;
  const faults = Object.entries(fields).flatMap(([name, value]) => {
    const rule = Object.hasOwn(known, name) ? known[name] : undefined;
    if (rule === undefined) return [`there is no knob ${name}`];
    return rule.isValid(value) ? [] : [`${name} must be ${rule.wants}`];
  });
  if (Object.keys(fields).length === 0) faults.push(`send at least one of ${Object.keys(rules).join(', ')}`);
  return faults.length === 0
    ? { knobs: fields as Partial<Knobs>, error: null }
    : { knobs: null, error: faults.join('; ') };
}
