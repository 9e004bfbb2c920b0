/** What an administrator decides when the add-on is built: `build/policy.json`. */
export interface Policy {
  /** The domains that mail may go to, in lower case; any where none is listed. A subdomain is a domain of its own. */
  readonly mailDomains: readonly string[];
  /** Where Google Chat takes messages, `https://…` without a path; null where packs may not go to Chat. */
  readonly chatOrigin: string | null;
}
