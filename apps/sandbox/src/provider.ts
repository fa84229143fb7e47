import type { IncomingMessage, ServerResponse } from 'node:http';
import type { RequestHandler } from 'express';
import type { Delays } from './faults/delays';
import type { Outage } from './faults/outage';
import type { OutcomeName } from './faults/outcomes';
import type { KnobRules } from './operator/knob-rules';
import type { SandboxOptions } from './options';
import type { CommonChange, Store } from './store/store';

type Keys = Readonly<Record<string, string>>;

/** One provider that the sandbox plays. Its settings, routes, operator's calls and documents derive from this. */
export type SandboxProvider<Own extends Keys = Keys> = {
  name: string;
  /** As it writes its own name. */
  label: string;
  /** The keys that it accepts, by the names of the settings, each with the one that everybody can read. */
  keys: Own;
  /** The words of the provider for each outcome, for docs/reference/sandbox.md. */
  words: Readonly<Record<OutcomeName, string>>;
  play(deps: PlayDeps<Own>): Played;
};

/** `stopping`: aborted when the sandbox closes. */
export type PlayDeps<Own extends Keys = Keys> = {
  store: Store;
  options: SandboxOptions;
  keys: Own;
  delays: Delays;
  stopping: AbortSignal;
};

/** A provider in one run of the sandbox. */
export type Played = {
  /** Below which path it answers. */
  path: string;
  routes: RequestHandler;
  outage: Outage;
  /** Its lines of the file. */
  book: { record(change: CommonChange): void; knobs(): object };
  /** Of what an operator can change of its behaviour. */
  knobRules?: KnobRules<object>;
  /** The newest order with the reference that the client sent. */
  findOrder(requestId: string): FoundOrder | undefined;
  /** Whether this can be turned off: one of its products, or what it files them under. */
  sells(code: string): boolean;
  /** Settles what should have settled by now, before the ledger is read. */
  settleDue?(): void;
  /** Calls of an operator that no other provider has. */
  operatorRoutes?: RequestHandler;
  /** Answers a request without Express, which is half of the cost of a purchase. False: it takes others only. */
  bypass?(request: IncomingMessage, response: ServerResponse): boolean;
};

export type State = 'pending' | 'delivered' | 'failed' | 'reversed';
export type End = 'delivered' | 'reversed';
/** Outcome of the callback to the client. */
export type Callback = 'answered' | 'unanswered' | 'none';

/** An order as an operator settles it. */
type FoundOrder = { state: State; settle(status: End, at: string): Callback | Promise<Callback> };
