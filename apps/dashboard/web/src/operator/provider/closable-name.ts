import { providerName, serviceName } from '../../ui/text/names';

const AIRTIME: readonly string[] = ['mtn', 'glo', 'airtel', 'etisalat'];

/** A service whose orders can be stopped, by its own name: "MTN airtime", "MTN data", "Ikeja Electric". */
export const closableName = (service: string): string =>
  AIRTIME.includes(service) ? `${serviceName(service)} airtime` : serviceName(service);

/** A provider, or one of its services: "VTpass", "MTN data at VTpass". */
export const closedName = (provider: string, service: string | null): string =>
  service === null ? providerName(provider) : `${closableName(service)} at ${providerName(provider)}`;
