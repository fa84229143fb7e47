import { createServer } from 'node:http';
import { readSettings } from './settings';
import { buildSandbox } from './wire';

try {
  start();
} catch (fault) {
  fail(fault);
}

function start(): void {
  const { host, port, options } = readSettings();
  const sandbox = buildSandbox(options);
  const server = createServer(sandbox.app);

  server.once('error', (fault: NodeJS.ErrnoException) => {
    const taken = `Cannot listen on ${host}:${port} (EADDRINUSE): another program uses the port. Stop that program, or change SANDBOX_PORT.`;
    fail(fault.code === 'EADDRINUSE' ? taken : fault);
  });
  server.listen(port, host, () => {
    const address = server.address();
    const boundPort = typeof address === 'object' && address !== null ? address.port : port;
    process.stdout.write(`sandbox listening on http://${host.includes(':') ? `[${host}]` : host}:${boundPort}\n`);
  });

  const stop = () => {
    server.close();
    server.closeAllConnections(); // otherwise requests that hang keep the process alive as long as their callers wait
    sandbox.close();
  };
  process.once('SIGTERM', stop);
  process.once('SIGINT', stop);
}

function fail(fault: unknown): void {
  process.stderr.write(`sandbox: ${fault instanceof Error ? fault.message : String(fault)}\n`);
  process.exitCode = 1;
}
