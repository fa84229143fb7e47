import type { Breakers } from '@topup/core/provider';

/** The breakers of several providers as one. Each stops the orders of its own provider only. */
export function combineBreakers(all: readonly Breakers[]): Breakers {
  return {
    restricted: () => all.some((one) => one.restricted()),
    stopOf: (order) => firstOf(all, (one) => one.stopOf(order)),
    admit: (order) => firstOf(all, (one) => one.admit(order)),
    onChange(listener) {
      const ends = all.map((one) => one.onChange(listener));
      return () => {
        for (const end of ends) end();
      };
    },
    statuses: () => all.flatMap((one) => one.statuses()),
    setSwitches(switches) {
      for (const one of all) one.setSwitches(switches);
    },
  };
}

function firstOf<T>(all: readonly Breakers[], ask: (one: Breakers) => T | null): T | null {
  for (const one of all) {
    const answer = ask(one);
    if (answer !== null) return answer;
  }
  return null;
}
