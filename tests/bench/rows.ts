/** The measured systems: the highest rate of Express, a naive design, and this service. */
export const systems = ['ceiling', 'naive', 'ours'] as const;
export type System = (typeof systems)[number];

export type Row = {
  system: System;
  wallets: 1_000 | 1;
  connections: 64 | 256;
  /** Whether accounts have a webhook URL, so that each purchase delivers an event. */
  webhook: boolean;
  /** Whether their tier has a discount on what they buy. */
  discount?: true;
  /** Whether ten accounts follow their changes. */
  changes?: true;
};

const of = (system: System, wallets: Row['wallets'], webhook = false): Row[] =>
  ([64, 256] as const).map((connections) => ({ system, wallets, connections, webhook }));

/** In the order of the run. The rows of one system follow each other on the same processes. */
export const rows: readonly Row[] = [
  ...of('ceiling', 1_000),
  ...of('naive', 1_000),
  ...of('naive', 1),
  ...of('ours', 1_000),
  { system: 'ours', wallets: 1_000, connections: 256, webhook: false, discount: true },
  { system: 'ours', wallets: 1_000, connections: 256, webhook: false, changes: true },
  ...of('ours', 1),
  ...of('ours', 1_000, true),
];

export function nameOf({ system, wallets, connections, webhook, discount, changes }: Row): string {
  const what =
    system === 'ceiling'
      ? system
      : `${system}, ${wallets === 1 ? '1 wallet' : '1,000 wallets'}${webhook ? ', webhook' : ''}${discount ? ', discount' : ''}${changes ? ', changes' : ''}`;
  return `${what}, ${connections} connections`;
}
