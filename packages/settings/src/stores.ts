import {
  atLevel,
  confidential,
  oneOf,
  optional,
  postgresUrl,
  redisUrl,
  required,
  secret,
  type Values,
  withDefault,
  withRule,
} from '@topup/runtime/settings';

export const database = {
  DATABASE_URL: confidential(
    required(
      postgresUrl(),
      'Where PostgreSQL 15 or newer is, with `fsync` and `synchronous_commit` on. Several servers: `postgresql://user:password@host:5432,host:5432/database?target_session_attrs=read-write`.',
    ),
  ),
  DATABASE_POOLER: withRule(
    withDefault(
      oneOf('none', 'transaction'),
      'none',
      '`transaction`: `DATABASE_URL` leads to a pooler in transaction mode, such as PgBouncer. It needs `REDIS_URL`, and a role that `db:grant --pooler` has prepared.',
    ),
    queuesElsewhere,
  ),
};

/** BullMQ listens (LISTEN) on a connection of its own, which a pooler of transactions takes away after each of them. */
function queuesElsewhere(parsed: Readonly<Record<string, unknown>>): string[] {
  return parsed.DATABASE_POOLER === 'transaction' && 'REDIS_URL' in parsed && parsed.REDIS_URL === undefined
    ? ['DATABASE_POOLER=transaction needs REDIS_URL: queues on PostgreSQL do not work behind such a pooler']
    : [];
}

export const queueStore = {
  REDIS_URL: confidential(
    optional(
      redisUrl(),
      'The Redis that holds the queues, with `maxmemory-policy noeviction`. Sentinels: `redis+sentinel://host:26379,host:26379/<master name>`. Without it PostgreSQL holds the queues, in the schema `bullmq`.',
    ),
  ),
};

export const masterKey = {
  KEY_ENCRYPTION_SECRET: confidential(
    required(
      secret(),
      'The master key: 32 random bytes in hex or base64 (`openssl rand -hex 32`). It encrypts API keys and webhook secrets, and is the same for all that read it.',
    ),
  ),
};

export const previousMasterKey = atLevel('rotation', {
  KEY_ENCRYPTION_SECRET_PREVIOUS: confidential(
    withRule(
      optional(
        secret(),
        'The master key before this one, which still decrypts. Set it only while you change `KEY_ENCRYPTION_SECRET`.',
      ),
      differ('KEY_ENCRYPTION_SECRET', 'KEY_ENCRYPTION_SECRET_PREVIOUS'),
    ),
  ),
});

/** The master keys of a process that reads both settings. */
export function masterKeysOf(settings: Values<typeof masterKey & typeof previousMasterKey>): {
  current: Buffer;
  previous: Buffer | undefined;
} {
  return { current: settings.KEY_ENCRYPTION_SECRET, previous: settings.KEY_ENCRYPTION_SECRET_PREVIOUS };
}

/** A rule of settings: a secret and the one before it are two. */
export function differ(current: string, previous: string) {
  return (settings: Readonly<Record<string, unknown>>): string[] => {
    const [one, other] = [settings[current], settings[previous]];
    const same = Buffer.isBuffer(one) && Buffer.isBuffer(other) && one.equals(other);
    return same ? [`${previous} must be another than ${current}: the one before it, or unset`] : [];
  };
}
