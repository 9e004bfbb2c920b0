import { parseDay } from '../data/calendar-day';
import type { Answer, ApiRequest } from '../http-message';
import type { Store } from '../store';
import { type Effect, effectOf, KEEPS_TO_SPECIFICATION } from './effects';
import type { ScenarioOperation, ScenarioRule } from './scenario-rule';

/** An answer, and whether a rule may have broken it. */
export interface MarkedAnswer {
  readonly answer: Answer;
  readonly deliberatelyBroken: boolean;
}

interface QueuedRule {
  readonly operation: ScenarioOperation;
  readonly rule: ScenarioRule;
  readonly effect: Effect;
  served: number;
  passed: number;
}

/**
 * The failures that tests have ordered, oldest first.
 *
 * Each request takes the first rule that applies to it. A rule that changes a good answer waits for a request
 * that would have succeeded; a rule that replaces the answer asks nothing and issues no token.
 */
export class ScenarioQueue {
  readonly #store: Store;
  #queue: QueuedRule[] = [];

  constructor(store: Store) {
    this.#store = store;
  }

  /** Queues a rule behind those already there. */
  add(operation: ScenarioOperation, rule: ScenarioRule): void {
    this.#queue.push({ operation, rule, effect: effectOf(rule, this.#store), served: 0, passed: 0 });
  }

  clear(): void {
    this.#queue = [];
  }

  /** @param buildGoodAnswer Called at most once, and not at all when a rule replaces the answer. */
  answer(request: ApiRequest, buildGoodAnswer: () => Answer): MarkedAnswer {
    let good: Answer | undefined;
    const goodAnswer = () => {
      good ??= buildGoodAnswer();
      return good;
    };
    for (const queued of this.#queue) {
      if (!covers(queued, request)) continue;
      if (queued.effect.on === 'success' && goodAnswer().status !== 200) continue;
      if (!this.#isDue(queued)) continue;
      queued.served += 1;
      return mark(queued.rule, queued.effect.apply(request, goodAnswer));
    }
    return { answer: goodAnswer(), deliberatelyBroken: false };
  }

  #isDue(queued: QueuedRule): boolean {
    const { times = Number.POSITIVE_INFINITY, after = 0 } = queued.rule;
    if (queued.served >= times) return false;
    if (queued.passed < after) {
      queued.passed += 1;
      return false;
    }
    return true;
  }
}

function covers({ operation, rule }: QueuedRule, request: ApiRequest): boolean {
  if ((operation === 'token') !== (request.role === 'auth')) return false;
  const { region, employer, daysOver, includes } = rule.when ?? {};
  if (region !== undefined && request.role !== region) return false;
  if (employer !== undefined && request.path.split('/')[3] !== employer) return false;
  const from = parseDay(request.query.get('from_date') ?? '') ?? Number.NaN;
  const to = parseDay(request.query.get('to_date') ?? '') ?? Number.NaN;
  if (daysOver !== undefined && !(to - from + 1 > daysOver)) return false;
  const day = includes === undefined ? undefined : parseDay(includes);
  return day === undefined || (from <= day && day <= to);
}

function mark(rule: ScenarioRule, answer: Answer): MarkedAnswer {
  const latency = rule.latencyMillis ?? (rule.name === 'slow' ? rule.millis : undefined);
  return {
    answer:
      latency === undefined
        ? answer
        : { ...answer, headers: [...answer.headers, ['X-Virtual-Latency-Millis', String(latency)]] },
    deliberatelyBroken: !KEEPS_TO_SPECIFICATION.has(rule.name),
  };
}
