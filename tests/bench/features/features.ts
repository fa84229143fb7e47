/** One text of compiled code, or of an SQL function, and what stands there while the feature is off. */
type Change = { from: string; to: string };

/** Something that a purchase passes beside its protocol, and how the bench turns it off. */
export type Feature = {
  name: string;
  what: string;
  /** `to` asks `OFF`, so that the same process runs with it and without it. */
  code?: readonly (Change & { file: string })[];
  /** Functions of the bench's own database. */
  sql?: readonly (Change & { function: string })[];
  /** Triggers of `purchase`. */
  triggers?: readonly string[];
};

/** Each has a row in `--features`. To add one: what it is, and the text that turns it off. */
export const features: readonly Feature[] = [
  {
    name: 'limits',
    what: 'requests of the account are counted, and the answer says how many are left',
    code: [
      {
        file: 'api/dist/http/rate-limited.js',
        from: 'return async (_request, response, next) => {',
        to: 'return async (_request, response, next) => { if (OFF) return next();',
      },
    ],
  },
  {
    name: 'shares',
    what: 'permits are shared by the accounts, and what waits takes turns',
    code: [
      {
        file: 'core/dist/shared/scheduler.js',
        from: 'const isBehind = ',
        to: 'if (OFF) return run(work); const isBehind = ',
      },
    ],
  },
  {
    name: 'key rules',
    what: 'scope and networks of the API key',
    code: [
      {
        file: 'api/dist/http/authenticated.js',
        from: "if (scope === 'purchase' &&",
        to: "if (!OFF && scope === 'purchase' &&",
      },
      {
        file: 'core/dist/api-key/authenticate.js',
        from: 'if (!found.addresses.allow(address))',
        to: 'if (!OFF && !found.addresses.allow(address))',
      },
    ],
  },
  {
    name: 'key spending',
    what: 'what each API key buys in a day is counted, for its limit and the pages',
    sql: [
      {
        function: 'accept_purchases',
        from: "item.outcome = 'accepted' AND item.key_id IS NOT NULL GROUP BY",
        to: 'false GROUP BY',
      },
      { function: 'accept_purchases', from: 'd.key_id = k.id AND d.day = v_today', to: 'false' },
    ],
    triggers: ['purchase_gives_back', 'purchase_key_is_fixed'],
  },
  {
    name: 'margin',
    what: 'a sale that cost more than its price is kept, and its plan stopped',
    triggers: ['purchase_was_a_loss'],
  },
  {
    name: 'request log',
    what: 'request and answer are masked and written to the request log, in batches',
    code: [
      {
        file: 'api/dist/http/request-context.js',
        from: 'const record = requestLog &&',
        to: 'const record = !OFF && requestLog &&',
      },
    ],
  },
  {
    name: 'audit',
    what: 'the worker seals what was added to the audit log',
    code: [
      {
        file: 'worker/dist/watch/seal-audit-log.js',
        from: 'for (let more = true; more && !stopped();)',
        to: 'for (let more = !OFF; more && !stopped();)',
      },
    ],
  },
];

/** Of `--traces`, because they are off unless a collector is set. While it is off, no request is sampled. */
export const traces: Feature = {
  name: 'traces',
  what: 'a tenth of the requests has spans in api and worker, which are sent to a collector',
  code: [
    {
      file: 'runtime/dist/tracing/open-telemetry.js',
      from: 'if (!isSampled(',
      to: 'if (OFF || !isSampled(',
    },
  ],
};
