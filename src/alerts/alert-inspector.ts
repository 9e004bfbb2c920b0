import { isAmerican } from '../employer-api/connection';
import type { Clock } from '../employer-api/ports';
import { shortHash, shownNumber } from '../employer-api/text';
import { describeNamed } from '../figures/definitions';
import type { FigureRequest } from '../figures/figure';
import type { GroupKey } from '../figures/group-keys';
import { EARLIER_WEEKS } from '../figures/share-statistics';
import { completeWeeks, likenessOfVenues, weeksOf } from '../figures/weeks';
import { parseLedger } from '../reports/mail/mail-ledger';
import { isAnythingDue, planMails } from '../reports/mail/outbox';
import {
  type FollowedRefresh,
  type Inspection,
  type RefreshInspector,
  shownRange,
} from '../reports/refresh/followed-refresh';
import { PROPERTY, readDocumentState } from '../reports/saved/document-state';
import { ofReports } from '../reports/saved/kept-list';
import { figuresOfReport } from '../reports/saved/report-question';
import { changesOf, newsByAddress } from './alert-news';
import { type Alert, isLowerBetter, measureOf, parseAlerts, wordOfMeasure } from './alert-record';
import { describeMiss, describeRecovery, markSample } from './alert-words';
import {
  askedBy,
  currentStandings,
  type EpisodeRecord,
  fitEpisodes,
  formatEpisodes,
  NOT_JUDGED,
  newestStanding,
  parseEpisodes,
  type Standing,
  withStanding,
} from './episode-record';
import { type AlertRule, continueEpisodes, type Episode, type Finding, findIn } from './episodes';

/** The most sentences in the message of a run; the rest are counted. */
const TOLD = 2;

const NOTHING: Inspection = { changes: {}, sentences: [] };

/** What a refresh changed for one alert. */
interface Judged {
  readonly alert: Alert;
  readonly standing: Standing;
  readonly began: readonly Episode[];
  readonly ended: readonly Episode[];
}

/**
 * Judges the alerts of a report with every refresh.
 *
 * The result is written in the same call as the refresh: a run killed before it has judged nothing, and one killed
 * after it has not reported it yet. No service call.
 */
export class AlertInspector implements RefreshInspector {
  /** @param mailDomains The domains that mail may go to; any where none is listed. */
  constructor(
    private readonly clock: Clock,
    private readonly mailDomains: readonly string[],
  ) {}

  private due = false;
  private american = false;

  /** Whether a mail is to be sent, as far as the refreshes of this execution have seen. */
  get isMailDue(): boolean {
    return this.due;
  }

  /** Whether to spell as in the US: all refreshes of a run use one connection. */
  get isAmerican(): boolean {
    return this.american;
  }

  inspect(refresh: FollowedRefresh): Inspection {
    try {
      const { properties, saved } = refresh;
      const stored = parseAlerts(properties[PROPERTY.alerts]);
      if (stored.length === 0) return NOTHING;
      const { reports } = readDocumentState(properties);
      const alerts = ofReports(stored, reports);
      const kept = parseEpisodes(properties[PROPERTY.alertEpisodes]);
      const before = currentStandings(kept, alerts, reports);
      const mine = alerts.filter(({ report }) => report === saved.id);
      const judged = judgeAlerts(mine, before, refresh);
      const after = fitEpisodes(
        judged.reduce((record, { alert, standing }) => withStanding(record, alert.id, standing), before),
      );
      const now = this.clock.now();
      const ledger = parseLedger(properties[PROPERTY.mails]);
      const news = newsByAddress(alerts, after, properties, now);
      const source = { kind: 'alerts' as const, changesOf };
      this.due = isAnythingDue(planMails(source, news, ledger, now, this.mailDomains));
      this.american = isAmerican(refresh.region);
      const text = formatEpisodes(after);
      const isChanged = text !== properties[PROPERTY.alertEpisodes];
      const changes: Record<string, string> = isChanged ? { [PROPERTY.alertEpisodes]: text } : {};
      return { changes, sentences: sentencesOf(judged, after, this.american) };
    } catch {
      return { changes: {}, sentences: ['Alerts could not be judged: refresh again.'] };
    }
  }
}

function judgeAlerts(alerts: readonly Alert[], before: EpisodeRecord, refresh: FollowedRefresh): Judged[] {
  if (alerts.length === 0) return [];
  const connection = connectionOf(refresh.fingerprint);
  const judgedOn = { connection, isSample: refresh.isSample, asked: askedBy(refresh.saved) };
  // Not all that was fetched: a table that keeps history fetches more days in some refreshes than in others.
  const weeks = completeWeeks({ ...refresh, range: shownRange(refresh) });
  const { rows, requests } = figuresOfReport(
    refresh.saved,
    refresh.report,
    refresh,
    alerts.map(measureOf),
    false,
  );
  return alerts.map((alert, at): Judged => {
    const request = requests[at] as FigureRequest;
    const known = standingBy(before, alert.id, connection) ?? NOT_JUDGED;
    const newest = weeks[weeks.length - 1];
    // A clock or time zone that was set back: what was said of a later week stays, except of one that is still to come.
    const isOlder =
      newest !== undefined && known.week !== null && newest < known.week && known.week < refresh.today;
    if (newest === undefined || isOlder) {
      const standing = { ...known, ...judgedOn, weeks: weeks.length };
      return { alert, standing, began: [], ended: [] };
    }
    // The newest week would hide its own fall: it would make weeks look less alike.
    const earlier = weeks.slice(0, -1).slice(-EARLIER_WEEKS);
    const [likeness] = likenessOfVenues(rows, earlier, [request], refresh);
    const rule: AlertRule = { ...alert, isLowerBetter: isLowerBetter(alert), likeness: likeness ?? 1 };
    const scopes = weeksOf(rows, [...earlier, newest], keysOf(alert), [request], refresh);
    const findings = scopes.map((scope) => findIn(scope, newest, rule));
    const { open, over, began, ended } = continueEpisodes(known, findings, newest);
    const standing = {
      ...tally(findings),
      ...judgedOn,
      week: newest,
      weeks: weeks.length,
      why: whyWithheld(alert, request, findings, isAmerican(refresh.region)),
      likeness: likeness ?? null,
      open,
      over,
      more: 0,
      reportedTo: known.reportedTo,
    };
    return { alert, standing, began, ended };
  });
}

/** Why a percentage is withheld, in words, where one is. */
function whyWithheld(
  alert: Alert,
  { definitions }: FigureRequest,
  findings: readonly Finding[],
  american: boolean,
): string {
  const why = findings.find((finding) => finding.why !== undefined)?.why;
  return why && definitions ? describeNamed(wordOfMeasure(alert, american), definitions, why) : '';
}

/** What an alert judges separately. */
function keysOf({ scope }: Alert): readonly GroupKey[] {
  return scope === 'all' ? [] : [scope];
}

function tally(findings: readonly Finding[]): Pick<Standing, 'judged' | 'withheld' | 'none'> {
  const count = (verdict: Finding['verdict']) => findings.filter((one) => one.verdict === verdict).length;
  const [withheld, none] = [count('withheld'), count('none')];
  return { withheld, none, judged: findings.length - withheld - none };
}

function sentencesOf(judged: readonly Judged[], after: EpisodeRecord, isAmerican: boolean): string[] {
  const sentences = judged.flatMap(({ alert, standing, began, ended }) => {
    const kept = newestStanding(after, alert.id)?.open ?? [];
    // What could not be kept would be new at every refresh: it is counted in the sidebar, not reported.
    const news = began.filter(({ who }) => kept.some((episode) => episode.who === who));
    return [
      ...news.map((episode) => `Alert: ${describeMiss(alert, episode, isAmerican)}.`),
      ...ended.map((episode) => `Back to normal: ${describeRecovery(alert, episode, isAmerican)}.`),
    ].map((sentence) => markSample(sentence, standing));
  });
  const more = sentences.length - TOLD;
  if (more <= 0) return sentences;
  return [...sentences.slice(0, TOLD), `${shownNumber(more)} more in the tab Alerts.`];
}

/** A connection as standings name it, in six characters or fewer. */
function connectionOf(fingerprint: string): string {
  return shortHash(fingerprint).slice(-6);
}

/** The state of an alert for the rows of one connection. */
function standingBy({ standings }: EpisodeRecord, alertId: string, connection: string): Standing | undefined {
  return standings[alertId]?.find((one) => one.connection === connection);
}
