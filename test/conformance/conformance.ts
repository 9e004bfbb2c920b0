import { factsOf, readFactFiles } from './all-facts';
import type { Fact } from './fact';
import { type AnswerOf, answersOf } from './facts-on-platform';
import { type MemberRow, memberRows } from './member-rows';
import type { SavedFact } from './saved-results';
import { type AskedFact, askedFacts, type PortableScript, portableScript } from './script-text';
import { type TouchedMembers, touchedMembers } from './touched-members';

/** Everything that the page, the script and the reading of results are made from. */
export interface Conformance {
  readonly facts: readonly Fact[];
  readonly asked: readonly AskedFact[];
  readonly script: PortableScript;
}

/** What the page shows beside the facts. */
export interface ConformancePage extends Conformance {
  readonly touched: ReadonlyMap<string, TouchedMembers>;
  readonly rows: readonly MemberRow[];
  readonly answerOf: AnswerOf;
}

/** Reads the facts and makes the script of them. */
export function readConformance(): Conformance {
  const files = readFactFiles();
  const facts = factsOf(files);
  return { facts, asked: askedFacts(facts, files), script: portableScript(facts, files) };
}

/**
 * Runs every observation in the emulator and joins what it touched with the list of members. Takes seconds.
 *
 * @param saved What the platform has answered.
 */
export function joinMembers(conformance: Conformance, saved: readonly SavedFact[]): ConformancePage {
  const touched = touchedMembers(conformance.facts.filter(({ observation }) => observation !== undefined));
  const rows = memberRows(conformance.facts, touched);
  return { ...conformance, touched, rows, answerOf: answersOf(conformance.asked, saved) };
}
