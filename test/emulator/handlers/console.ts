import type { HostHandler, HostHandlers } from '../bridge';

const write: HostHandler = ({ world }, _target: null, text: string) => {
  world.logs.push(text);
};

/** What the execution log shows. */
export const consoleHandlers: HostHandlers = {
  'console.log': write,
  'console.info': write,
  'console.warn': write,
  'console.error': write,
  'Logger.log': write,
};
