/** What a dashboard shows. The contract of the sidebar lists the same; a test holds them equal. */
export const TEMPLATE_NAMES = [
  'overview',
  'scorecard',
  'where_and_when',
  'unfilled_list',
  'data_quality',
] as const;

/** One of `TEMPLATE_NAMES`. */
export type TemplateName = (typeof TEMPLATE_NAMES)[number];

/** How a template is called: the title in A1, and the name of a new sheet. */
export const TITLES: Readonly<Record<TemplateName, string>> = {
  overview: 'Overview',
  scorecard: 'Scorecard',
  where_and_when: 'Where and when',
  unfilled_list: 'Unfilled list',
  data_quality: 'Data quality',
};
