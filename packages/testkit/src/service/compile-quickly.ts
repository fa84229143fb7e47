/** Without it V8 optimises Prisma's WebAssembly at the start of a process: 0.3 s of CPU, which never pays in a test. */
export const COMPILE_QUICKLY = '--liftoff-only';
