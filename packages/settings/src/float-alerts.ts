import { parsed, type Values, withDefault } from '@topup/runtime/settings';
import { providerNames } from './provider';

const DEFAULT_NAIRA = 100_000;

/** Below which float the workers raise an alert. */
export const floatAlerts = {
  PROVIDER_FLOAT_ALERT_NAIRA: withDefault(
    parsed(marksIn),
    String(DEFAULT_NAIRA),
    'The float below which workers raise an alert, in whole naira: what you sell in the time that funding takes. One provider can have its own: `100000,monnify:50000`. 0: no alert.',
  ),
};

/** The marks in kobo. */
type Marks = { common: bigint; own: Record<string, bigint> };

/** Reads items of the form `naira`, for every provider, and `name:naira`. */
function marksIn(text: string): Marks {
  const marks: Marks = { common: BigInt(DEFAULT_NAIRA) * 100n, own: {} };
  for (const item of text.split(',')) {
    const [, name, naira] = /^\s*(?:([a-z]+):)?(\d{1,10})\s*$/.exec(item) ?? [];
    const known: readonly (string | undefined)[] = [undefined, ...providerNames];
    if (naira === undefined || !known.includes(name))
      throw new Error(`must be like 100000,${providerNames[0]}:50000 with ${providerNames.join(', ')}, not "${item}"`);
    const kobo = BigInt(naira) * 100n;
    if (name === undefined) marks.common = kobo;
    else marks.own[name] = kobo;
  }
  return marks;
}

/** The mark of a provider in kobo, by its name. */
export const floatAlertOf = (
  { PROVIDER_FLOAT_ALERT_NAIRA: { common, own } }: Values<typeof floatAlerts>,
  provider: string,
): bigint => own[provider] ?? common;
