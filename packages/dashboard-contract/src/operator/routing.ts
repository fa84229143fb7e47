import type { Product } from '../vocabulary';

/** GET /api/operator/routing. `version` null: no rules are active, and the order of `PROVIDERS` is the rule. */
export type RoutingState = {
  providers: string[];
  version: number | null;
  /** The active rules, one per line, in the form that is written. */
  rules: string[];
  /** The products to simulate an order for: of a list by the code of its plan or package, or one of the variations. */
  products: { product: Product; services: string[]; list: 'plan' | 'package' | null; variations: readonly string[] }[];
};

/**
 * GET /api/operator/routing/versions?from=&to=&cursor=, newest first; file: …/versions.csv. `activatedAt`: when it was
 * last made the active one; null: never.
 */
export type RoutingVersionRow = {
  number: number;
  note: string;
  createdBy: string;
  createdAt: string;
  activatedAt: string | null;
  rules: string[];
};

/** POST /api/operator/routing/versions */
export type NewRoutingVersion = { rules: string; note: string; activate: boolean };

/** GET /api/operator/routing/simulation. `chosen` null: nobody can serve it now. `cost` null: not known before. */
export type RouteSimulation = {
  version: number | null;
  chosen: string | null;
  cost: string | null;
  /** The objection to the chosen one, when nobody better is left, in words as `why`. */
  despite: string | null;
  /** `why`: in words, as the end of a sentence. */
  passed: { provider: string; why: string }[];
};
