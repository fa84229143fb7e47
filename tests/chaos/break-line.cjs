// Loaded into a process under test by NODE_OPTIONS: changes one line of one compiled file as it is loaded. CHAOS_BREAK tells which: { file, from, to }.
const Module = require('node:module');

const { file, from, to } = JSON.parse(process.env.CHAOS_BREAK);
const load = Module._extensions['.js'];

Module._extensions['.js'] = (module, filename) => {
  if (!filename.endsWith(file)) return load(module, filename);
  const compile = module._compile;
  module._compile = function (source, ...rest) {
    if (source.split(from).length !== 2) throw new Error(`${file} does not hold exactly once: ${from}`);
    return compile.call(
      this,
      source.replace(from, () => to),
      ...rest,
    );
  };
  load(module, filename);
};
