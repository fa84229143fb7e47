import { flag, port } from './kinds';
import { withDefault, withRisk } from './setting';
import { settingWarnings } from './warnings';

const schema = {
  ALLOW_PRIVATE: withRisk(withDefault(flag(), 'false', 'x'), (on) => (on ? 'is for development only' : undefined)),
  DATABASE_POOLER: withDefault(port(), '1', 'x'),
};
const warningsOf = (environment: Record<string, string>, ALLOW_PRIVATE = false) =>
  settingWarnings(schema, { ALLOW_PRIVATE, DATABASE_POOLER: 1 }, environment);

describe('production runs on settings that nobody meant', () => {
  test('a value for development is named, and only in production', () => {
    expect(warningsOf({ NODE_ENV: 'production' }, true)).toEqual(['ALLOW_PRIVATE is for development only']);
    expect([warningsOf({ NODE_ENV: 'production' }), warningsOf({}, true)]).toEqual([[], []]);
  });

  test.each(['DATABASE_POLER', 'DATABSE_POOLER', 'DATABASE_POOLERS', 'DATABASE_POOELR', 'DATABASEPOOLER'])(
    '%s is named with what is meant',
    (given) => {
      expect(warningsOf({ [given]: 'x' })).toEqual([
        `${given} is not a setting and is ignored: is DATABASE_POOLER meant?`,
      ]);
    },
  );

  test('a setting that 1.0 has renamed is named with what to do, and one that is empty is not', () => {
    expect(warningsOf({ PROVIDER_PATIENCE_MS: '5000', REQUEST_LOG: '' })).toEqual([
      'PROVIDER_PATIENCE_MS is ignored since 1.0: set PROVIDER_MAX_WAIT_MS instead',
    ]);
  });

  test.each(['DATABASE_POOLER', 'DATABASE_POOLER_FILE', 'DATABASE_URL', 'PATH', 'DATABASE_POOL_SIZE'])(
    '%s is not taken for a slip',
    (given) => {
      expect(warningsOf({ [given]: 'x' })).toEqual([]);
    },
  );
});
