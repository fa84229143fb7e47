import { environment } from '../servers/environment';
import { environmentExample } from '../service/environment-example';

// what the sandbox, libpq and node-postgres read, besides the settings of the services
const OTHERS = /^(SANDBOX_|VTPASS_|PG[A-Z])/;

/** Removes the settings of a developer's shell from this process, and so from all tests and their processes. */
export function clearServiceEnvironment(): void {
  const settings = new Set([...environmentExample().matchAll(/^#?([A-Z][A-Z0-9_]*)=/gm)].map(([, name]) => name));
  for (const name of Object.keys(environment)) if (settings.has(name) || OTHERS.test(name)) delete environment[name];
}
