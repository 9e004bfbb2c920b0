import { setFlagsFromString } from 'node:v8';

// Each execution in the emulator has a realm of its own, which is gone before V8 has made use of the machine code that it
// compiles for it. With a larger budget (132 KB otherwise) only code that stays, such as a simulation's, is compiled.
setFlagsFromString('--interrupt-budget=1000000');
