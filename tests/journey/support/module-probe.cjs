// Loaded into a process with --require. On SIGUSR2 it prints the packages of OpenTelemetry that the process has loaded.
process.on('SIGUSR2', () => {
  const names = Object.keys(require.cache).flatMap((file) => /@opentelemetry[\\/]([a-z-]+)/.exec(file)?.[1] ?? []);
  process.stdout.write(`module probe: ${[...new Set(names)].sort().join(' ')}\n`);
});
