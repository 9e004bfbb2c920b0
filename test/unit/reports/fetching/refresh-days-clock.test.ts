import { expect, test } from '@jest/globals';
import { describeRange } from '../../../../src/calendar/calendar-date';
import { askedDays, dailyReport, days, serial } from '../../../support/daily-report';
import { Fetching } from '../../../support/fetching';
import { LimitedService } from '../../../support/limited-service';
import { idsOf, RefreshingDays } from '../../../support/refreshing-days';
import { CONNECTION } from '../../../support/sample-report';

/* A clock that is set back by ten minutes while days are fetched: what came after that is new all the same. */

/** Sets the clock back once, when an answer is on its way. @param which From 1. */
function setBack({ clock, transport }: Fetching, which: number): void {
  transport.whileReporting = () => {
    if (transport.reportRequests.length === which) clock.advance(-600);
    if (transport.reportRequests.length > 100) throw new Error('The same is asked for again and again.');
  };
}

test('days that are read again come once each', () => {
  const fetching = new Fetching([dailyReport], 1);
  const enough = days('2026-02-23', '2026-03-05');
  const one = new RefreshingDays(fetching, days('2026-01-15', '2026-03-05'), CONNECTION, enough);
  setBack(fetching, 1);

  expect(one.run().kind).toBe('complete');

  const asked = fetching.transport.reportRequests.map((request) => describeRange(askedDays(request)));
  expect(asked).toHaveLength(new Set(asked).size);
});

test('the halves of an answer that looks cut are compared with it', () => {
  const fetching = new Fetching([], 1);
  // 30 a day, cut at 500: seventeen days.
  const service = new LimitedService(fetching.clock, () => 30, { truncatedAt: 500 });
  fetching.transport.next(service.report);
  const february = { from: serial('2026-02-01'), to: serial('2026-02-28') };
  setBack(fetching, 2);

  const result = new RefreshingDays(fetching, february).run();

  if (result.kind !== 'complete') throw new Error('It is not complete.');
  expect(idsOf(result.report)).toHaveLength(28 * 30);
});
