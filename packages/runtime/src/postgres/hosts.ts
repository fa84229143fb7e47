/** The servers of a DATABASE_URL, and how to connect to them. */
export type PostgresHosts = {
  /** One URL for each server, in the order given, as pg takes them. */
  urls: [string, ...string[]];
  /** Which server will do: any, or only one that can be written to. */
  attributes: 'any' | 'read-write' | 'primary';
  /** Whether they are tried in a random order. */
  shuffled: boolean;
  /** How long to wait for each server. */
  timeoutMs: number;
};

const FORM = /^(postgres(?:ql)?:\/\/(?:[^@/?#]*@)?)([^/?#]*)(\/[^?#]*)?(?:\?([^#]*))?$/;
const DEFAULT_TIMEOUT_MS = 2_000;
/** Values of libpq that none of our services can use: all services write. */
const NOT_FOR_US = ['read-only', 'standby', 'prefer-standby'];

/**
 * Reads a DATABASE_URL as libpq does, including one with several servers, such as EXAMPLE. It knows
 * `target_session_attrs`, `connect_timeout` (seconds for each server) and `load_balance_hosts`.
 * @throws Error that says what is wrong, without the password
 */
export function postgresHosts(url: string): PostgresHosts {
  const [, start, servers, database = '', query = ''] = FORM.exec(url) ?? [];
  if (start === undefined || servers === undefined) throw new Error(`must be like ${EXAMPLE}`);
  const parameters = new URLSearchParams(query);
  const take = (name: string): string | undefined => {
    const value = parameters.get(name) ?? undefined;
    parameters.delete(name);
    return value;
  };
  const attributes = take('target_session_attrs') ?? 'any';
  const balance = take('load_balance_hosts') ?? 'disable';
  const seconds = Number(take('connect_timeout') ?? DEFAULT_TIMEOUT_MS / 1_000);
  if (attributes !== 'any' && attributes !== 'read-write' && attributes !== 'primary')
    throw new Error(
      `must have target_session_attrs=read-write, primary or any${NOT_FOR_US.includes(attributes) ? ': the services write' : ''}`,
    );
  if (balance !== 'disable' && balance !== 'random') throw new Error('must have load_balance_hosts=disable or random');
  if (!Number.isInteger(seconds) || seconds < 1)
    throw new Error('must have a connect_timeout of whole seconds, from 1 on');
  if ([parameters.get('host'), parameters.get('port')].some((value) => value?.includes(',')))
    throw new Error(`must name several servers before the database: ${EXAMPLE}`);
  if (parameters.has('hostaddr')) throw new Error('must not have hostaddr');
  const rest = parameters.size > 0 ? `?${parameters}` : '';
  const [first = '', ...others] = servers.split(',').map((server) => `${start}${server}${database}${rest}`);
  if (![first, ...others].every((one) => URL.canParse(one))) throw new Error(`must be like ${EXAMPLE}`);
  return { urls: [first, ...others], attributes, shuffled: balance === 'random', timeoutMs: seconds * 1_000 };
}

const EXAMPLE = 'postgresql://user:password@host:5432,host:5432/database?target_session_attrs=read-write';
