import { refuseUnknownMembers } from './realm';

/** An enum of the platform: each member prints its own name. */
export function createEnum(className: string, names: readonly string[]): { readonly [name: string]: object } {
  const members: { [name: string]: object } = {};
  for (const name of names) {
    members[name] = Object.freeze({
      toString: () => name,
      name: () => name,
      ordinal: () => names.indexOf(name),
      toJSON: () => name,
    });
  }
  return refuseUnknownMembers(className, members);
}
