import type { Token, Warehouse } from './data/warehouse';
import { Refusal } from './refusal';

/** Who asks, and whether that is allowed. */
export interface Caller {
  readonly token: Token;
  readonly project: string;
}

/** Checks token, scope, project and API, in the order in which Google refuses. @throws {Refusal} 401, 403 or 404 */
export function admit(warehouse: Warehouse, authorization: string | undefined, project: string): Caller {
  const [, text = ''] = /^Bearer (\S+)$/.exec(authorization ?? '') ?? [];
  const token = warehouse.tokens.get(text);
  if (token === undefined) {
    const challenge = { 'WWW-Authenticate': 'Bearer realm="https://accounts.google.com/"' };
    throw new Refusal(
      401,
      'authError',
      'Request had invalid authentication credentials. Expected OAuth 2 access token, login cookie or other valid authentication credential.',
      challenge,
    );
  }
  if (!token.scope) {
    throw new Refusal(403, 'insufficientPermissions', 'Request had insufficient authentication scopes.');
  }
  const known = warehouse.projects.get(project);
  if (known === undefined) {
    throw new Refusal(404, 'notFound', `Not found: Project ${project}`);
  }
  if (!known.apiEnabled) {
    throw new Refusal(
      403,
      'accessNotConfigured',
      `BigQuery API has not been used in project ${project} before or it is disabled.`,
    );
  }
  return { token, project };
}

/** Checks a permission of Google's IAM. @param on What it is missing on: `Project p`, `Dataset p:d`, `Table p:d.t`. */
export function demand({ token }: { readonly token: Token }, permission: string, on: string): void {
  if (token.permissions === null || token.permissions.includes(permission)) return;
  throw new Refusal(
    403,
    'accessDenied',
    `Access Denied: ${on}: User does not have ${permission} permission on ${on}, or it may not exist.`,
  );
}

/** Checks that a project pays, which DML needs. */
export function demandBilling(warehouse: Warehouse, project: string): void {
  if (warehouse.projects.get(project)?.billing === true) return;
  throw new Refusal(
    403,
    'billingNotEnabled',
    `Billing has not been enabled for this project. Enable billing at https://console.cloud.google.com/billing. DML queries are not allowed in the free tier. Set up a billing account to remove this restriction. Project: ${project}`,
  );
}
