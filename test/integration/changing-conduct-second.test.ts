import { test } from '@jest/globals';
import { halfOfServices } from '../conduct/play-services';
import { FULL_SIZE_MILLIS } from '../support/full-size';

/* The second half of services whose conduct changes, D9: see the first. */

const { title, play } = halfOfServices(1);

test(title, play, FULL_SIZE_MILLIS);
