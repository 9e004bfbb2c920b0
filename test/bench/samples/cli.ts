import { makeShiftRows } from '../shift-rows';
import { TASKS } from './tasks';

// One sample: runs a task once in this process, as an execution of Apps Script would, and prints the milliseconds
// of processor time: the clock on the wall also times whatever else the machine does.
const [name = '', count = ''] = process.argv.slice(2);
const prepare = TASKS[name];
if (prepare === undefined) throw new RangeError(`No task is called ${name}.`);
const task = prepare(makeShiftRows(Number(count)));
const start = process.cpuUsage();
const result = task();
const { user, system } = process.cpuUsage(start);
if (result.length === 0) throw new RangeError(`${name} made nothing.`);
console.log((user + system) / 1000);
