import { readFileSync } from 'node:fs';
import type { Policy } from '../src/contract/sidebar';
import { isServiceOrigin } from '../src/employer-api/connection';
import { BuildError } from './build-error';
import { readMembers } from './read-members';

/** The file with the administrator's decisions, as sentences name it. */
const POLICY_FILE = 'build/policy.json';

/** Google Chat's own address: https://developers.google.com/workspace/chat/quickstart/webhooks. */
const CHAT_ORIGIN = 'https://chat.googleapis.com';

/** As in the repository: mail to any domain, no Google Chat. */
export const OPEN_POLICY: Policy = { mailDomains: [], chatOrigin: null };

/**
 * Reads and checks the file with the administrator's decisions.
 *
 * @throws {BuildError} One sentence per cause: no such file, not JSON, or a member that is wrong.
 */
export function readPolicy(file: string): Policy {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch {
    throw new BuildError(`${POLICY_FILE} cannot be read; restore it from the repository.`);
  }
  try {
    return parsePolicy(JSON.parse(text));
  } catch (error) {
    if (error instanceof BuildError) throw error;
    throw new BuildError(`${POLICY_FILE} is not JSON; compare it with the one in the repository.`);
  }
}

/** Checks the members of the file. @throws {BuildError} One sentence that names what is wrong. */
export function parsePolicy(value: unknown): Policy {
  const { mailDomains, chat } = readMembers(value, 'the file', ['mailDomains', 'chat'], POLICY_FILE);
  if (!Array.isArray(mailDomains)) {
    throw new BuildError(
      `${POLICY_FILE}: \`mailDomains\` must be a list of domains, such as ["example.com"].`,
    );
  }
  const wrong = mailDomains.find(
    (domain) => typeof domain !== 'string' || !isServiceOrigin(`https://${domain}`),
  );
  if (wrong !== undefined) {
    throw new BuildError(
      `${POLICY_FILE}: ${JSON.stringify(wrong)} in \`mailDomains\` is no domain in lower case, such as "example.com".`,
    );
  }
  if (typeof chat !== 'boolean') throw new BuildError(`${POLICY_FILE}: \`chat\` must be true or false.`);
  return { mailDomains: [...new Set<string>(mailDomains)].sort(), chatOrigin: chat ? CHAT_ORIGIN : null };
}
