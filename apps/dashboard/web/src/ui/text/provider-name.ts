const NAMES: Readonly<Record<string, string>> = { vtpass: 'VTpass', monnify: 'Monnify', reloadly: 'Reloadly' };

/** A provider as it writes its own name. */
export const providerName = (provider: string): string => NAMES[provider] ?? provider;
