/** The globals of Google that an observation may name. */
export const SERVICES = [
  'CacheService',
  'Charts',
  'HtmlService',
  'LockService',
  'Logger',
  'MailApp',
  'PropertiesService',
  'ScriptApp',
  'Session',
  'SpreadsheetApp',
  'UrlFetchApp',
  'Utilities',
  'console',
];

/**
 * Script that notes each member of an emulated class that an observation touches. Every object a service gives is
 * wrapped; its class is the one that the emulator names when it refuses a member. What goes back to a service is
 * unwrapped, so the services see no difference.
 */
export const MEMBER_RECORDER = `
var touched_ = {};
var present_ = {};
var wrapped_ = new WeakMap();
var originals_ = new WeakMap();
function classOf_(object) {
  try { object.noSuchMember_; } catch (error) {
    var found = /^(\\w+)\\.noSuchMember_ is not emulated$/.exec(error.message);
    return found === null ? null : found[1];
  }
  return null;
}
function unwrap_(value) {
  if (value === null || typeof value !== 'object') return value;
  if (originals_.has(value)) return originals_.get(value);
  if (Array.isArray(value)) return value.map(unwrap_);
  return value;
}
function wrap_(value, known) {
  if (Array.isArray(value)) return value.map(function (each) { return wrap_(each); });
  if (value === null || typeof value !== 'object' || originals_.has(value)) return value;
  if (wrapped_.has(value)) return wrapped_.get(value);
  var className = known || classOf_(value);
  if (className === null) return value;
  for (var member in value) present_[className + '.' + member] = true;
  var proxy = new Proxy({}, {
    get: function (target, member) {
      var inside = value[member];
      if (typeof member === 'symbol') return typeof inside === 'function' ? inside.bind(value) : inside;
      var name = className + '.' + member;
      touched_[name] = (touched_[name] || 0) + 1;
      if (typeof inside !== 'function') return wrap_(inside);
      if (member === 'constructor') return inside;
      return function () { return wrap_(inside.apply(value, Array.prototype.map.call(arguments, unwrap_))); };
    },
    has: function (target, member) { return member in value; },
    getPrototypeOf: function () { return Object.getPrototypeOf(value); },
    set: function (target, member, next) { value[member] = next; return true; }
  });
  wrapped_.set(value, proxy);
  originals_.set(proxy, value);
  return proxy;
}
function observed_(observe) {
  touched_ = {};
  var services = ${JSON.stringify(SERVICES)};
  var globals = [${SERVICES.join(', ')}].map(function (service, index) {
    return wrap_(service, services[index] === 'console' ? 'console' : undefined);
  });
  var result = observe.apply(null, globals);
  return JSON.stringify({ observed: result === undefined ? null : result, touched: touched_, present: Object.keys(present_) });
}
`;
