import type { SidebarOutcome } from '../contract/sidebar';
import { explainCell } from '../explanations/explain-cell';
import { answer } from './answer';

/** Says what the selected cell holds and where it comes from. No request. */
export function sidebarExplainCell(): SidebarOutcome {
  return answer('sidebarExplainCell', (writing) => {
    const explanation = explainCell(writing);
    return { message: `${explanation.title}.`, explanation };
  });
}
