import { test } from '@jest/globals';
import { halfOfServices } from '../conduct/play-services';
import { FULL_SIZE_MILLIS } from '../support/full-size';
import { recordFigure } from '../support/record-figure';

/* The first half of services whose conduct changes, D9. TEST_RUNS=100 DAYS=30 npx jest test/integration/changing-conduct plays more. */

const { title, play } = halfOfServices(0);

test(title, () => recordFigure({ requirement: 'D9', ...play() }), FULL_SIZE_MILLIS);
