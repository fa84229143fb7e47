import { atLevel, confidential, integer, oneOf, optional, text, withDefault, withRule } from '@topup/runtime/settings';

/** What a collector needs, under the names that its bills have too. */
const NEEDED = ['MONNIFY_BASE_URL', 'MONNIFY_API_KEY', 'MONNIFY_SECRET_KEY', 'MONNIFY_CONTRACT_CODE'];

/** Whether a collector takes the transfers of clients, and as whom. */
export const collections = {
  ...atLevel('production', {
    COLLECTIONS: withRule(
      withDefault(
        oneOf('off', 'monnify'),
        'off',
        'Who takes transfers for you into account numbers of your clients: `monnify`, or `off`. It needs the `MONNIFY_*` settings, whatever `PROVIDERS` names.',
      ),
      (parsed) =>
        parsed.COLLECTIONS === 'monnify'
          ? NEEDED.filter((name) => name in parsed && parsed[name] === undefined).map((name) => `${name} is required`)
          : [],
    ),
    MONNIFY_CONTRACT_CODE: optional(
      text().pattern(/^\d{10,20}$/, 'of 10 to 20 digits'),
      'The contract under which Monnify opens account numbers. Required with `COLLECTIONS=monnify`.',
    ),
  }),
};

/** Above this a transfer waits for an operator. */
export const collectionMost = {
  COLLECTION_MAX_NAIRA: withDefault(
    integer(1, 1_000_000_000),
    '1000000',
    'The largest transfer in naira that is credited without a person. A larger one waits until an operator confirms it.',
  ),
};

/** The address that the collector calls. */
export const collectionCallback = {
  MONNIFY_CALLBACK_SECRET: confidential(
    optional(
      text().pattern(/^[A-Za-z0-9_-]{24,128}$/, 'of 24 to 128 letters, digits, - and _'),
      'Monnify may call `POST /callbacks/monnify/<this>`, which has it asked about a transfer. Without it there is no such path, and a sweep finds transfers.',
    ),
  ),
};
