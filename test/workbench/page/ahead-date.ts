/** `Date` with a clock that is ahead: a page that has skipped time tells the script's time, as in Google Sheets, where both live at once. */
export function aheadDate(RealDate: DateConstructor, aheadMillis: () => number): DateConstructor {
  const now = (): number => RealDate.now() + aheadMillis();
  return new Proxy(RealDate, {
    construct: (target, args, newTarget) =>
      Reflect.construct(target, args.length === 0 ? [now()] : args, newTarget),
    apply: (target) => new target(now()).toString(),
    get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
  });
}
