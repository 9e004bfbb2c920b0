import { GROUP_FIELDS, type GroupName } from '../data/grouped-shifts';
import type { Answer, ApiRequest } from '../http-message';
import { refusalAnswer } from '../refusal';

/** The outcome of a check: what to group by, or the answer that refuses. */
export type GroupingCheck =
  | { readonly by: readonly GroupName[]; readonly refusal?: never }
  | { readonly refusal: Answer };

/** Checks `group_by` of the assumed aggregated report: a comma list with at most one period, `week` without it. */
export function checkGrouping(request: ApiRequest): GroupingCheck {
  const [text = 'week', ...more] = request.query.getAll('group_by');
  const names = text.split(',').map((name) => name.trim());
  const fields = names.map((name) => (isGroupName(name) ? GROUP_FIELDS[name] : undefined));
  if (more.length > 0 || fields.includes(undefined) || new Set(fields).size < fields.length) {
    return { refusal: refusalAnswer(400, `group_by takes one of ${Object.keys(GROUP_FIELDS).join(', ')}.`) };
  }
  return { by: names.filter(isGroupName) };
}

function isGroupName(name: string): name is GroupName {
  return Object.hasOwn(GROUP_FIELDS, name);
}
