import { errorCatalog } from '../errors/error-catalog';

/** Texts of codes that are no error of the API, or read otherwise there. */
const TEXTS: Readonly<Record<string, string>> = {
  duplicate_reference: 'Another purchase has this reference.',
  price_changed: 'It has another price now than was confirmed.',
  buying_off: 'Buying in the dashboard was turned off.',
  cap_reached: 'It would have exceeded the daily cap of the account.',
  account_suspended: 'The account is suspended.',
  not_accepted_in_time: 'The service did not accept it within a minute.',
  rejected_by_database: 'Something went wrong on our side.',
};

/** Why a row that is tried again still waits. */
export const waitingText = (code: string): string =>
  code === 'provider_unavailable'
    ? 'When it was last tried, no provider could serve it. Nothing was debited.'
    : 'When it was last tried, the service could not accept it. Nothing was debited.';

/** Why a row was refused. Nothing was debited for it. */
export function refusedText(code: string): string {
  const known = Object.entries(errorCatalog).find(([name]) => name === code)?.[1].text;
  return `${TEXTS[code] ?? known ?? 'It was refused.'} Nothing was debited.`;
}
