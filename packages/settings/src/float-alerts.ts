import { integer, parsed, type Values, withDefault } from '@topup/runtime/settings';
import { providerNames } from './provider';

/** Below which float the workers raise an alert. */
export const floatAlerts = {
  PROVIDER_FLOAT_ALERT_NAIRA: withDefault(
    integer(0, 1_000_000_000),
    '100000',
    'The workers raise an alert when the float at a provider is below this many whole naira. Set it to what you sell there in the time it takes to fund the float. 0: no alert.',
  ),
  PROVIDER_FLOAT_ALERTS: withDefault(
    parsed(marksIn),
    '',
    'The same for single providers, such as monnify:50000,reloadly:20000. A provider that is not named has PROVIDER_FLOAT_ALERT_NAIRA.',
  ),
};

/** Reads `name:naira` items as kobo by name. */
function marksIn(text: string): Record<string, bigint> {
  const items = text.split(',').filter((part) => part.trim() !== '');
  return Object.fromEntries(items.map(readItem));
}

function readItem(item: string): [string, bigint] {
  const [, name, naira] = /^\s*([a-z]+):(\d{1,10})\s*$/.exec(item) ?? [];
  const known: readonly string[] = providerNames;
  if (name === undefined || naira === undefined || !known.includes(name))
    throw new Error(`must be like ${providerNames[0]}:50000 with ${providerNames.join(', ')}, not "${item}"`);
  return [name, BigInt(naira) * 100n];
}

/** The mark of a provider in kobo, by its name. */
export function floatAlertOf(settings: Values<typeof floatAlerts>, provider: string): bigint {
  return settings.PROVIDER_FLOAT_ALERTS[provider] ?? BigInt(settings.PROVIDER_FLOAT_ALERT_NAIRA) * 100n;
}
