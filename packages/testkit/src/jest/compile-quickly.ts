import { setFlagsFromString } from 'node:v8';
import { COMPILE_QUICKLY } from '../service/compile-quickly';

// Every test file that uses the database compiles Prisma's WebAssembly. Optimisation would cost 1 s of CPU and never
// pay.
setFlagsFromString(COMPILE_QUICKLY);
