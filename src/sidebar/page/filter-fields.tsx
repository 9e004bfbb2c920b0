import { TextField } from './text-field';
import type { ReportFields } from './use-report-form';
import { SENTENCES } from './words';

/** Which shifts count: all, or those of some venues, areas and job titles. */
export function FilterFields({ fields, problems, change }: ReportFields) {
  return (
    <>
      <TextField
        label="Venue"
        hint={SENTENCES.criteriaHint}
        value={fields.venue}
        problem={problems.venue}
        onChange={(venue) => change({ venue })}
      />
      <TextField
        label="Area"
        value={fields.area}
        problem={problems.area}
        onChange={(area) => change({ area })}
      />
      <TextField
        label="Job title"
        value={fields.role}
        problem={problems.role}
        onChange={(role) => change({ role })}
      />
    </>
  );
}
