import type { SidebarOutcome } from '../contract/sidebar';
import { previewReport } from '../reports/preview/report-preview';
import { answer } from './answer';
import { readReportForm } from './forms';

/** Shows what a report would write; writes nothing and saves nothing. At most one group of requests. */
export function sidebarPreviewReport(form: unknown): SidebarOutcome {
  return answer('sidebarPreviewReport', (writing) => {
    const choice = readReportForm(form);
    const preview = previewReport(writing, choice);
    return { message: `Preview of “${choice.sheet}”. Nothing was written.`, preview };
  });
}
