import { describe, expect, test } from '@jest/globals';
import { checkForm } from '../../../src/contract/form';
import {
  SCHEDULE_FORM,
  type ScheduleFields,
  type ScheduleForm,
  type ScheduleView,
} from '../../../src/contract/schedule';
import { checkSchedule } from '../../../src/sidebar/page/forms';
import { UNCONNECTED } from './sample-state';

const DAILY = { revision: 0, every: 'day', hour: 6, weekday: 1 } as const;

const checkScheduleForm = (form: ScheduleForm) => checkForm(SCHEDULE_FORM, form).problems;
const tidyScheduleFields = (fields: ScheduleFields, schedule: ScheduleView) =>
  checkSchedule(fields, schedule).form;

describe('a schedule form', () => {
  test('asks how often where that is none of what the list offers', () => {
    const form = { ...DAILY, every: 'minute' } as unknown as Parameters<typeof checkScheduleForm>[0];
    expect(checkScheduleForm(form)).toEqual({ every: 'Choose how often.' });
  });

  test('may leave out the day of the week: that is for weekly schedules alone', () => {
    expect(checkScheduleForm({ every: 'day', hour: 6 })).toEqual({});
  });

  test.each([0, 6, 23])('takes hour %d', (hour) => {
    expect(checkScheduleForm({ ...DAILY, hour })).toEqual({});
  });

  test.each([-1, 24, 6.5, Number.NaN])('refuses hour %d', (hour) => {
    expect(checkScheduleForm({ ...DAILY, hour })).toEqual({
      hour: 'Choose a full hour from 00:00 to 23:00.',
    });
  });

  test.each([1, 7])('takes day %d of the week', (weekday) => {
    expect(checkScheduleForm({ every: 'week', hour: 6, weekday })).toEqual({});
  });

  test.each([0, 8, 1.5])('refuses day %d of the week', (weekday) => {
    expect(checkScheduleForm({ every: 'week', hour: 6, weekday })).toEqual({
      weekday: 'Choose a day of the week.',
    });
  });

  test.each(['', 'ann@employer.example', "o'hara+alerts@mail.employer.example", 'a@b.cc'])(
    'takes the address %j',
    (email) => {
      expect(checkScheduleForm({ ...DAILY, email })).toEqual({});
    },
  );

  test.each([
    'ann',
    'ann@employer',
    'ann@employer.example, bob@employer.example',
    'Ann <ann@employer.example>',
    'a\u2026@employer.example',
    'ann@employer.example\nBcc: bob@employer.example',
    `${'a'.repeat(250)}@b.cc`,
  ])('refuses the address %j', (email) => {
    expect(checkScheduleForm({ ...DAILY, email })).toEqual({
      email: 'Enter one complete email address, or leave this blank.',
    });
  });
});

describe('the address in a schedule form', () => {
  const masked = { ...UNCONNECTED.schedule, mailTo: 'a\u2026@employer.example' };

  test('is left out while the masked one stands there, so that the whole one is kept', () => {
    expect(tidyScheduleFields({ ...DAILY, email: 'a\u2026@employer.example' }, masked)).toEqual(DAILY);
  });

  test('is empty once it was deleted', () => {
    expect(tidyScheduleFields({ ...DAILY, email: '  ' }, masked)).toEqual({ ...DAILY, email: '' });
  });

  test('is sent as typed, without the spaces around it', () => {
    expect(tidyScheduleFields({ ...DAILY, email: ' bob@employer.example ' }, masked)).toEqual({
      ...DAILY,
      email: 'bob@employer.example',
    });
  });

  test('is empty where there was none', () => {
    expect(tidyScheduleFields({ ...DAILY, email: '' }, UNCONNECTED.schedule)).toEqual({
      ...DAILY,
      email: '',
    });
  });
});
