import { environment } from '../servers/environment';
import { environmentExample } from '../service/environment-example';

// Besides the settings of the services: what the sandbox reads, and what libpq and node-postgres take from the shell.
const OTHERS = /^(SANDBOX_|VTPASS_|PG[A-Z])/;

/** Removes from this process, and so from every test and every process a test starts, what a developer's shell says to our services. */
export function clearServiceEnvironment(): void {
  const settings = new Set([...environmentExample().matchAll(/^#?([A-Z][A-Z0-9_]*)=/gm)].map(([, name]) => name));
  for (const name of Object.keys(environment)) if (settings.has(name) || OTHERS.test(name)) delete environment[name];
}
