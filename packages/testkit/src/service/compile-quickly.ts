/** V8 optimises Prisma's WebAssembly for 0.3 s of CPU as a process starts. A process that a test starts has ended before that pays; the same code runs unoptimised. */
export const COMPILE_QUICKLY = '--liftoff-only';
