import { TextField } from './text-field';
import type { ReportFields } from './use-report-form';
import { REPORT_WORDS } from './words/reports';

/** Which shifts count: all, or those of some venues, areas and job titles. */
export function FilterFields({ fields, problems, change }: ReportFields) {
  return (
    <>
      <TextField
        label={REPORT_WORDS.venue}
        hint={REPORT_WORDS.criteriaHint}
        value={fields.venue}
        problem={problems.venue}
        onChange={(venue) => change({ venue })}
      />
      <TextField
        label={REPORT_WORDS.area}
        value={fields.area}
        problem={problems.area}
        onChange={(area) => change({ area })}
      />
      <TextField
        label={REPORT_WORDS.role}
        value={fields.role}
        problem={problems.role}
        onChange={(role) => change({ role })}
      />
    </>
  );
}
