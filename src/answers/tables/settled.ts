import type { FigureRequest, Group } from '../../figures/group-figures';
import { refuseOption } from '../arguments/option-mistakes';
import { quoteWords } from './figure-requests';

/** Percentage points that the surviving definitions may differ by before one number would mislead. Our choice. */
const WIDEST_RANGE = 5;

/**
 * Refuses to give one number where the definition is not known well enough for one.
 *
 * @throws {ReportError} `invalid_option`, naming the choices.
 */
export function requireSettled({ figures }: Group, requests: readonly FigureRequest[]): void {
  requests.forEach(({ measure, basis }, index) => {
    const word = measure.words[0] ?? measure.name;
    if (basis?.kind === 'contradicted') {
      refuseOption(`Use the values per shift: "${word}" fits no known definition, so it cannot be grouped`);
    }
    const { min = null, max = null } = figures[index] ?? {};
    if (basis?.kind !== 'assumed' || min === null || max === null || max - min <= WIDEST_RANGE) return;
    const choices = quoteWords(basis.survivors.map(({ definition }) => definition.denominator));
    refuseOption(
      `The data do not settle "${word}": ${min.toFixed(1)} or ${max.toFixed(1)}. Choose with "basis", ${choices}`,
    );
  });
}
