import type Joi from 'joi';

/**
 * When an operator sets it: always, where customers are served, to fit a load, only to develop, or only while secrets
 * change.
 */
export const levels = ['required', 'production', 'tuning', 'development', 'rotation'] as const;
type Level = (typeof levels)[number];

/** One setting: how its text is read, and what docs/operate/settings.md says of it. */
export type Setting<T> = {
  schema: Joi.AnySchema<T>;
  level: Level;
  /** One or two sentences of that page, in Markdown. */
  text: string;
  /** The default as an operator would write it. Undefined: there is none. */
  written: string | undefined;
  /** True of a secret: it can also be read from the file that `<NAME>_FILE` names, and no example will do for it. */
  confidential?: true;
  /** The example of it that everybody can read with the source: `NODE_ENV=production` declines it. */
  published?: string | undefined;
  /** A rule that involves other settings. It gets everything that was parsed and returns what is wrong. */
  rule?: Rule;
  /** Returns the risk of the value in production: a sentence that begins after the name. Undefined: there is none. */
  risk?: (value: unknown) => string | undefined;
};

type Rule = (parsed: Readonly<Record<string, unknown>>) => string[];

/** Settings by name. A process spreads what it shares with others and what is its own into one such object. */
export type Schema = Readonly<Record<string, Setting<unknown>>>;

/** The parsed values of a schema. */
export type Values<S extends Schema> = { [K in keyof S]: S[K] extends Setting<infer T> ? T : never };

/** A setting without which the process does not start. */
export const required = <T>(schema: Joi.AnySchema<T>, text: string): Setting<T> => ({
  schema: schema.required(),
  level: 'required',
  text,
  written: undefined,
});

/** A setting that may be left out; it is then undefined. */
export const optional = <T>(schema: Joi.AnySchema<T>, text: string): Setting<T | undefined> => ({
  schema,
  level: 'production',
  text,
  written: undefined,
});

/** A setting with a default. The default is parsed like a value from the environment. */
export const withDefault = <T>(schema: Joi.AnySchema<T>, written: string, text: string): Setting<T> => ({
  schema,
  level: 'tuning',
  text,
  written,
});

/** The same settings at another level than the usual one of their kind. */
export const atLevel = <S extends Schema>(level: Level, settings: S): S =>
  Object.fromEntries(Object.entries(settings).map(([name, setting]) => [name, { ...setting, level }])) as S;

/** The same setting, as a secret, which the file `<NAME>_FILE` can hold. Production declines a published one. */
export const confidential = <T>(setting: Setting<T>): Setting<T> => ({ ...setting, confidential: true });

/** The same setting, with a rule that is applied whenever this setting is loaded. */
export const withRule = <T>(setting: Setting<T>, rule: Rule): Setting<T> => ({ ...setting, rule });

/** The same setting, with some values for development only. In production a process warns of them. */
export const withRisk = <T>(setting: Setting<T>, risk: (value: T) => string | undefined): Setting<T> => ({
  ...setting,
  risk: risk as (value: unknown) => string | undefined,
});

/**
 * The rule that all of the settings `names` are set or none. `label` names the group in the fault, such as `SMTP_*`.
 */
export function allOrNone(names: readonly string[], label: string): Rule {
  return (parsed) => {
    const missing = names.filter((name) => name in parsed && parsed[name] === undefined);
    return missing.length === 0 || missing.length === names.length
      ? []
      : [`${missing.join(' and ')} must be set too, or none of ${label}`];
  };
}
