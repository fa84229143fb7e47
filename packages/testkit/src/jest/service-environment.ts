import { environment } from '../servers/environment';
import { publishedDefaults } from '../service/published-defaults';

// what libpq and node-postgres read, besides the settings of the services
const OTHERS = /^PG[A-Z]/;

/** Removes the settings of a developer's shell from this process, and so from all tests and their processes. */
export function clearServiceEnvironment(): void {
  const { NODE_ENV: _, ...settings } = publishedDefaults(); // Jest has set it
  for (const name of Object.keys(environment)) if (name in settings || OTHERS.test(name)) delete environment[name];
}
