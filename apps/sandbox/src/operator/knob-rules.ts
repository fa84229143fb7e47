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

export const someText: KnobRule<string> = {
  isValid: (value): value is string => typeof value === 'string' && value !== '',
  wants: 'a text',
};

export const webUrl: KnobRule<string> = {
  isValid: (value): value is string =>
    typeof value === 'string' && URL.canParse(value) && /^https?:$/.test(new URL(value).protocol),
  wants: 'an http or https URL',
};

/** A list of objects, each with some of the fields that have rules. */
export const listOf = <Fields>(rules: KnobRules<Fields>): KnobRule<Partial<Fields>[]> => ({
  isValid: (value): value is Partial<Fields>[] => Array.isArray(value) && value.every((item) => isRuled(rules, item)),
  wants: `a list of objects with ${Object.keys(rules).join(', ')}`,
});

const isRuled = (rules: KnobRules<unknown>, item: unknown): boolean =>
  typeof item === 'object' && item !== null && faultsOf(rules, { ...item }, 'field').length === 0;

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
  const faults = faultsOf(rules, fields, 'knob');
  if (Object.keys(fields).length === 0) faults.push(`send at least one of ${Object.keys(rules).join(', ')}`);
  return faults.length === 0
    ? { knobs: fields as Partial<Knobs>, error: null }
    : { knobs: null, error: faults.join('; ') };
}

/** What is unknown or wrong among the fields, in words. `what` names a field. */
export function faultsOf(rules: object, fields: Fields, what: string): string[] {
  const known = rules as Readonly<Record<string, KnobRule<unknown>>>;
  return Object.entries(fields).flatMap(([name, value]) => {
    const rule = Object.hasOwn(known, name) ? known[name] : undefined;
    if (rule === undefined) return [`there is no ${what} ${name}`];
    return rule.isValid(value) ? [] : [`${name} must be ${rule.wants}`];
  });
}
