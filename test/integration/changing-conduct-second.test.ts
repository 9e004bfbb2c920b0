import { test } from '@jest/globals';
import { halfOfServices } from '../conduct/play-services';
import { FULL_SIZE_MILLIS } from '../support/full-size';
import { recordFigure } from '../support/record-figure';

/* The second half of services whose conduct changes, D9: see the first. */

const { title, play } = halfOfServices(1);

test(title, () => recordFigure({ requirement: 'D9', ...play() }), FULL_SIZE_MILLIS);
