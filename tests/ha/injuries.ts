import type { Random } from '../chaos/random';
import type { Node } from './cluster/node';

/** Something that happens to the leader. */
export type Injury = {
  name: string;
  strike(leader: Node): void | Promise<void>;
  /** Its end, when another server is the leader and sells. */
  heal(leader: Node): void | Promise<void>;
  /** The leader may come back automatically before it is replaced. */
  mayStay?: boolean;
};

/** Everything that can happen to the leader. Nobody tells Patroni, HAProxy or the services of it. */
const injuries: readonly Injury[] = [
  {
    name: 'killed with its Patroni',
    strike: (leader) => leader.kill(),
    heal: (leader) => leader.start(),
  },
  { name: 'PostgreSQL killed', strike: (leader) => leader.killPostgres(), heal: () => undefined, mayStay: true },
  {
    name: 'frozen with its Patroni',
    strike: (leader) => leader.freeze('all'),
    heal: (leader) => leader.thaw(),
  },
  {
    name: 'Patroni frozen, PostgreSQL goes on',
    strike: (leader) => leader.freeze('patroni'),
    heal: (leader) => leader.thaw(),
  },
  {
    name: 'cut off from everybody',
    strike: (leader) => leader.cutOff('all'),
    heal: (leader) => leader.reconnect(),
  },
  {
    name: 'cut off from etcd',
    strike: (leader) => leader.cutOff('etcd'),
    heal: (leader) => leader.reconnect(),
  },
];

/** The injuries of a run in their order: every kind once before any comes again. */
export function dealInjuries(count: number, random: Random): Injury[] {
  const dealt: Injury[] = [];
  while (dealt.length < count) dealt.push(...random.shuffled(injuries));
  return dealt.slice(0, count);
}
