import { monnify } from './monnify/declaration';
import type { SandboxProvider } from './provider';
import { reloadly } from './reloadly/declaration';
import { vtpass } from './vtpass/declaration';

/** The providers that the sandbox plays. An operator's call that names none is about the first. */
export const PROVIDERS: readonly SandboxProvider[] = [vtpass, monnify, reloadly];
