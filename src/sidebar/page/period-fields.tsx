import { DateField } from './date-field';
import { explainPeriod, periodChoices } from './report-view';
import { SelectField } from './select-field';
import type { ReportFields } from './use-report-form';
import { REPORT_WORDS } from './words/reports';

interface PeriodFieldsProps extends ReportFields {
  /** The period that the report has so far; undefined for a new one. */
  readonly kept: string | undefined;
}

/** Which days a report covers: a word for them, or two dates. */
export function PeriodFields({ fields, problems, change, kept }: PeriodFieldsProps) {
  return (
    <>
      <SelectField
        label={REPORT_WORDS.period}
        hint={explainPeriod(fields.period)}
        choices={periodChoices(kept ?? 'custom')}
        value={fields.period}
        problem={problems.period}
        onChange={(period) => change({ period })}
      />
      {fields.period === 'custom' && (
        <>
          <DateField
            label={REPORT_WORDS.from}
            value={fields.from}
            problem={problems.from}
            onChange={(from) => change({ from })}
          />
          <DateField
            label={REPORT_WORDS.to}
            value={fields.to}
            problem={problems.to}
            onChange={(to) => change({ to })}
          />
        </>
      )}
    </>
  );
}
