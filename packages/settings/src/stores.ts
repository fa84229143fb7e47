import {
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
      'PostgreSQL 15 or newer, with read committed isolation, fsync on and synchronous_commit on. Several servers as libpq has them: postgresql://user:password@host:5432,host:5432/database?target_session_attrs=read-write.',
    ),
  ),
  DATABASE_POOLER: withRule(
    withDefault(
      oneOf('none', 'transaction'),
      'none',
      'What is between us and PostgreSQL. `transaction`: a pooler of transactions, such as PgBouncer, to which DATABASE_URL leads. It needs REDIS_URL, and a role that db:grant --pooler has prepared.',
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
      'When set, BullMQ keeps its queues on this Redis (maxmemory-policy noeviction): use this in production. With Sentinels: redis+sentinel://host:26379,host:26379/<master name>. When unset, BullMQ keeps its queues on DATABASE_URL, in the schema bullmq.',
    ),
  ),
};

export const masterKey = {
  KEY_ENCRYPTION_SECRET: confidential(
    required(
      secret(),
      'The master key: 32 random bytes in hex or base64 (openssl rand -hex 32). It encrypts the API keys at rest, and is the same for worker, dashboard and ops.',
    ),
  ),
};

export const previousMasterKey = {
  KEY_ENCRYPTION_SECRET_PREVIOUS: confidential(
    withRule(
      optional(
        secret(),
        'The master key before this one. Set it only while KEY_ENCRYPTION_SECRET is being changed (keys rotate-master): it is still used to read.',
      ),
      differ('KEY_ENCRYPTION_SECRET', 'KEY_ENCRYPTION_SECRET_PREVIOUS'),
    ),
  ),
};

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
