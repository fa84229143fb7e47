import { createServer } from 'node:net';
import type { Ports } from './settings';

/** @throws Error that names every port in use, with the setting that changes it */
export async function requireFreePorts(ports: Partial<Ports>): Promise<void> {
  const wanted = Object.entries(ports);
  const free = await Promise.all(wanted.map(([, port]) => isFree(port)));
  const taken = wanted.filter((_, i) => !free[i]).map(([name, port]) => `${port} (set ${name} to another)`);
  if (taken.length > 0) throw new Error(`These ports are in use by another program: ${taken.join(', ')}.`);
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer()
      .once('error', () => resolve(false))
      .listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}
